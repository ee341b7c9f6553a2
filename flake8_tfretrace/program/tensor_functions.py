"""TensorFlow's functions that give one tensor, whatever they are given.

Taken from the "Returns" sections of TensorFlow 2.21's documentation strings, and read; a function
that is not listed gives something unknown. ``tests/runtime/test_values.py`` calls a sample.
"""

from __future__ import annotations

TENSOR_FUNCTIONS = frozenset(
    f"tensorflow.{name}"
    for name in """
        abs acos acosh add add_n argmax argmin argsort as_string asin asinh atan atan2 atanh
        audio.encode_wav batch_to_space bitcast bitwise.bitwise_and bitwise.bitwise_or
        bitwise.bitwise_xor bitwise.invert bitwise.left_shift bitwise.right_shift boolean_mask
        broadcast_dynamic_shape broadcast_to cast clip_by_norm clip_by_value complex concat
        constant conv conv2d_backprop_filter_v2 conv2d_backprop_input_v2 convert_to_tensor cos
        cosh cumsum divide dynamic_stitch edit_distance eigvals einsum ensure_shape equal exp
        expand_dims extract_volume_patches eye fftnd fill fingerprint floor gather gather_nd
        greater greater_equal guarantee_const histogram_fixed_width histogram_fixed_width_bins
        identity ifftnd image.adjust_brightness image.adjust_contrast image.adjust_gamma
        image.adjust_hue image.adjust_jpeg_quality image.adjust_saturation image.central_crop
        image.convert_image_dtype image.crop_and_resize image.crop_to_bounding_box
        image.decode_and_crop_jpeg image.decode_bmp image.decode_gif image.decode_image
        image.decode_jpeg image.decode_jxl image.decode_png image.decode_webp
        image.draw_bounding_boxes image.encode_jpeg image.encode_png image.extract_glimpse
        image.extract_jpeg_shape image.extract_patches image.flip_left_right image.flip_up_down
        image.grayscale_to_rgb image.hsv_to_rgb image.is_jpeg image.non_max_suppression
        image.non_max_suppression_overlaps image.pad_to_bounding_box
        image.per_image_standardization image.psnr image.random_brightness image.random_contrast
        image.random_crop image.random_flip_left_right image.random_flip_up_down
        image.random_hue image.random_jpeg_quality image.random_saturation image.resize
        image.resize_with_crop_or_pad image.resize_with_pad image.rgb_to_grayscale
        image.rgb_to_hsv image.rgb_to_yiq image.rgb_to_yuv image.rot90 image.sobel_edges
        image.ssim image.ssim_multiscale image.stateless_random_brightness
        image.stateless_random_contrast image.stateless_random_crop
        image.stateless_random_flip_left_right image.stateless_random_flip_up_down
        image.stateless_random_hue image.stateless_random_jpeg_quality
        image.stateless_random_saturation image.total_variation image.transpose image.yiq_to_rgb
        image.yuv_to_rgb irfftnd less less_equal linalg.adjoint linalg.band_part
        linalg.banded_triangular_solve linalg.cholesky linalg.cholesky_solve linalg.cross
        linalg.det linalg.diag linalg.diag_part linalg.eigvals linalg.eigvalsh linalg.einsum
        linalg.expm linalg.eye linalg.global_norm linalg.inv linalg.l2_normalize linalg.logdet
        linalg.logm linalg.lstsq linalg.lu_matrix_inverse linalg.lu_reconstruct linalg.lu_solve
        linalg.matmul linalg.matrix_rank linalg.matrix_transpose linalg.matvec linalg.norm
        linalg.pinv linalg.set_diag linalg.solve linalg.sqrtm linalg.tensor_diag
        linalg.tensor_diag_part linalg.tensordot linalg.trace linalg.triangular_solve
        linalg.tridiagonal_matmul linalg.tridiagonal_solve linspace logical_and logical_not
        logical_or math.abs math.accumulate_n math.acos math.acosh math.add math.add_n
        math.angle math.argmax math.argmin math.asin math.asinh math.atan math.atan2 math.atanh
        math.bessel_i0 math.bessel_i0e math.bessel_i1 math.bessel_i1e math.betainc math.bincount
        math.ceil math.confusion_matrix math.conj math.cos math.cosh math.count_nonzero
        math.cumprod math.cumsum math.cumulative_logsumexp math.digamma math.divide
        math.divide_no_nan math.equal math.erf math.erfc math.erfcinv math.erfinv math.exp
        math.expm1 math.floor math.floordiv math.floormod math.greater math.greater_equal
        math.igamma math.igammac math.imag math.in_top_k math.invert_permutation math.is_finite
        math.is_inf math.is_nan math.is_non_decreasing math.is_strictly_increasing
        math.l2_normalize math.lbeta math.less math.less_equal math.lgamma math.log math.log1p
        math.log_sigmoid math.log_softmax math.logical_and math.logical_not math.logical_or
        math.logical_xor math.maximum math.minimum math.mod math.multiply math.multiply_no_nan
        math.ndtri math.negative math.nextafter math.not_equal math.polygamma math.polyval
        math.pow math.real math.reciprocal math.reciprocal_no_nan math.reduce_all
        math.reduce_any math.reduce_euclidean_norm math.reduce_logsumexp math.reduce_max
        math.reduce_mean math.reduce_min math.reduce_prod math.reduce_std math.reduce_sum
        math.reduce_variance math.rint math.round math.rsqrt math.scalar_mul math.segment_max
        math.segment_mean math.segment_min math.segment_prod math.segment_sum math.sigmoid
        math.sign math.sin math.sinh math.sobol_sample math.softmax math.softplus math.softsign
        math.sqrt math.square math.squared_difference math.subtract math.tan math.tanh
        math.truediv math.unsorted_segment_max math.unsorted_segment_mean
        math.unsorted_segment_min math.unsorted_segment_prod math.unsorted_segment_sqrt_n
        math.unsorted_segment_sum math.xdivy math.xlog1py math.xlogy math.zero_fraction
        math.zeta matmul matrix_square_root maximum minimum multiply negative nn.atrous_conv2d
        nn.atrous_conv2d_transpose nn.avg_pool nn.avg_pool1d nn.avg_pool2d nn.avg_pool3d
        nn.batch_norm_with_global_normalization nn.batch_normalization nn.bias_add
        nn.compute_average_loss nn.conv1d nn.conv1d_transpose nn.conv2d nn.conv2d_transpose
        nn.conv3d nn.conv3d_transpose nn.conv_transpose nn.convolution nn.crelu nn.ctc_loss
        nn.depth_to_space nn.depthwise_conv2d nn.depthwise_conv2d_backprop_filter
        nn.depthwise_conv2d_backprop_input nn.dilation2d nn.dropout nn.elu nn.embedding_lookup
        nn.embedding_lookup_sparse nn.erosion2d nn.gelu nn.in_top_k nn.l2_loss nn.l2_normalize
        nn.leaky_relu nn.local_response_normalization nn.log_poisson_loss nn.log_softmax nn.lrn
        nn.max_pool nn.max_pool1d nn.max_pool2d nn.max_pool3d nn.nce_loss nn.pool nn.relu
        nn.relu6 nn.safe_embedding_lookup_sparse nn.sampled_softmax_loss
        nn.scale_regularization_loss nn.selu nn.separable_conv2d nn.sigmoid
        nn.sigmoid_cross_entropy_with_logits nn.silu nn.softmax
        nn.softmax_cross_entropy_with_logits nn.softplus nn.softsign nn.space_to_batch
        nn.space_to_depth nn.sparse_softmax_cross_entropy_with_logits nn.swish nn.tanh
        nn.weighted_cross_entropy_with_logits nn.with_space_to_batch nn.zero_fraction norm
        not_equal one_hot ones ones_like pad parallel_stack pow random.categorical random.gamma
        random.normal random.poisson random.shuffle random.split random.stateless_binomial
        random.stateless_categorical random.stateless_gamma random.stateless_normal
        random.stateless_parameterized_truncated_normal random.stateless_poisson
        random.stateless_truncated_normal random.stateless_uniform random.truncated_normal
        random.uniform random_index_shuffle range rank realdiv reduce_all reduce_any
        reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum repeat reshape
        reverse reverse_sequence rfftnd roll round saturate_cast scalar_mul scatter_nd
        searchsorted sequence_mask sets.size shape sigmoid sign signal.dct signal.fft
        signal.fft2d signal.fft3d signal.fftnd signal.fftshift signal.frame
        signal.hamming_window signal.hann_window signal.idct signal.ifft signal.ifft2d
        signal.ifft3d signal.ifftnd signal.ifftshift signal.inverse_mdct signal.inverse_stft
        signal.irfft signal.irfft2d signal.irfft3d signal.irfftnd
        signal.kaiser_bessel_derived_window signal.kaiser_window
        signal.linear_to_mel_weight_matrix signal.mdct signal.mfccs_from_log_mel_spectrograms
        signal.overlap_and_add signal.rfft signal.rfft2d signal.rfft3d signal.rfftnd signal.stft
        signal.vorbis_window sin sinh size slice sort space_to_batch space_to_batch_nd sqrt
        square squeeze stack stop_gradient strided_slice strings.as_string strings.format
        strings.join strings.length strings.lower strings.reduce_join strings.regex_full_match
        strings.regex_replace strings.strip strings.substr strings.to_hash_bucket
        strings.to_hash_bucket_fast strings.to_hash_bucket_strong strings.to_number
        strings.unicode_encode strings.unicode_script strings.unicode_transcode
        strings.unsorted_segment_join strings.upper subtract tan tanh tensor_scatter_nd_add
        tensor_scatter_nd_max tensor_scatter_nd_min tensor_scatter_nd_sub
        tensor_scatter_nd_update tensordot tile timestamp transpose truediv truncatediv
        truncatemod unravel_index where zeros zeros_like
    """.split()
)
