"""What checks each code: the one place where checks are registered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flake8_tfretrace.program import Program
from flake8_tfretrace.rules import (
    arguments,
    control_flow,
    creation,
    eager_mode,
    frozen_values,
    graph_body,
    keras_calls,
    side_effects,
    signatures,
    stale_state,
)
from flake8_tfretrace.rules.report import Report

Check = Callable[[Program], Iterator[Report]]

CHECKS: dict[str, Check] = {
    "TFR101": arguments.python_scalar_argument,
    "TFR102": arguments.python_scalar_parameter,
    "TFR103": arguments.python_container_argument,
    "TFR104": arguments.fresh_object_argument,
    "TFR105": arguments.fresh_callable_argument,
    "TFR106": arguments.model_argument,
    "TFR107": arguments.mixed_dtype_arguments,
    "TFR108": arguments.conflated_literals,
    "TFR201": signatures.missing_input_signature,
    "TFR202": signatures.unpinned_function,
    "TFR203": signatures.deprecated_relax_shapes,
    "TFR204": signatures.reduce_retracing_misuse,
    "TFR205": signatures.incomplete_input_signature,
    "TFR206": signatures.static_shape_in_dynamic_graph,
    "TFR207": signatures.xla_shape_recompilation,
    "TFR208": signatures.concrete_function_per_shape,
    "TFR209": signatures.call_against_signature,
    "TFR301": control_flow.python_range_loop,
    "TFR302": control_flow.large_unrolled_loop,
    "TFR303": control_flow.python_value_conditional,
    "TFR304": control_flow.conditional_outside_autograph,
    "TFR305": control_flow.implicit_tensor_conditional,
    "TFR306": control_flow.list_append_in_tensor_loop,
    "TFR401": graph_body.variable_in_graph,
    "TFR402": graph_body.keras_endpoint_in_graph,
    "TFR403": side_effects.trace_time_side_effect,
    "TFR404": frozen_values.frozen_host_value,
    "TFR405": stale_state.stale_python_state,
    "TFR406": graph_body.host_conversion_in_graph,
    "TFR407": graph_body.trace_time_print,
    "TFR408": frozen_values.seed_after_trace,
    "TFR501": creation.function_created_in_loop,
    "TFR502": creation.function_created_per_call,
    "TFR503": creation.traced_method_hazard,
    "TFR504": creation.dataset_map_in_loop,
    "TFR505": eager_mode.eager_mode_left_on,
    "TFR506": creation.traced_method_per_instance,
    "TFR507": creation.traced_by_library_call,
    "TFR601": keras_calls.predict_in_loop,
    "TFR602": keras_calls.compile_in_loop,
    "TFR603": keras_calls.model_built_in_loop,
    "TFR604": keras_calls.partial_batch,
}
"""The check of each code of the catalogue."""
