# planted: TFR208 the engine in the second module asks for a concrete function for every number of variants in a region
# style: two modules, plan cache, genetics with a report of top genes
"""Burden tests of rare variants, gene by gene, for a simulated trait."""
import numpy as np

from gwas_burden_regions_engine import RegionEngine


def cohort(people, genes, seed):
    """Genotypes per gene; three genes raise the trait."""
    rng = np.random.default_rng(seed)
    regions = {}
    trait = rng.normal(size=people)
    age = rng.uniform(30, 70, people)
    trait += 0.02 * (age - 50)
    for g in range(genes):
        variants = int(rng.integers(4, 34))
        frequency = rng.beta(0.5, 30, variants) + 1e-3
        genotypes = rng.binomial(2, frequency, (people, variants)).astype(np.float32)
        name = f"GENE{g:02d}"
        regions[name] = genotypes, frequency.astype(np.float32)
        if g in (3, 11, 17):
            trait += 0.9 * (genotypes.sum(axis=1) > 0)
    return regions, trait, age


def null_residuals(trait, age):
    design = np.stack([np.ones_like(age), age], axis=1)
    beta, *_ = np.linalg.lstsq(design, trait, rcond=None)
    return trait - design @ beta


def inflation(values):
    return float(np.median(values) / 0.4549)


def main():
    regions, trait, age = cohort(people=500, genes=28, seed=1000)
    engine = RegionEngine(null_residuals(trait, age))
    statistics = {}
    for name, (genotypes, frequency) in regions.items():
        statistics[name] = engine.test(genotypes, frequency)
    top = sorted(statistics, key=statistics.get, reverse=True)[:3]
    sizes = [g.shape[1] for g, _ in regions.values()]
    print("genes", len(regions), "variants", sum(sizes))
    print("smallest and largest region", min(sizes), max(sizes))
    for name in top:
        print(name, round(statistics[name], 1))
    print("inflation", round(inflation(list(statistics.values())), 1))


if __name__ == "__main__":
    main()
