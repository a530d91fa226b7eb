"""Results of TensorFlow that the shared array vocabulary lacks."""

from __future__ import annotations

from purity_lint.knowledge.notation import Fact, Facts, Result, expand, words
from purity_lint.knowledge.tensorflow import backend_functions

TABLE: Facts = {
    Result.WRAPPED: "function custom_gradient recompute_grad",
    Result.TENSOR: """
        constant fill convert_to_tensor gather_nd scatter_nd boolean_mask sequence_mask searchsorted pad map_fn
        vectorized_map foldl foldr numpy_function py_function clip_by_norm tensor_scatter_nd_add
        tensor_scatter_nd_sub tensor_scatter_nd_update tensor_scatter_nd_max tensor_scatter_nd_min batch_to_space
        space_to_batch reverse_sequence bitcast saturate_cast complex histogram_fixed_width
        random.normal random.uniform random.truncated_normal random.gamma random.poisson random.shuffle
        random.categorical random.stateless_normal random.stateless_uniform random.stateless_truncated_normal
        random.stateless_gamma random.stateless_poisson random.stateless_categorical random.stateless_binomial
        nn.relu nn.relu6 nn.elu nn.selu nn.gelu nn.silu nn.swish nn.leaky_relu nn.crelu nn.tanh nn.sigmoid
        nn.softplus nn.softsign nn.softmax nn.log_softmax nn.dropout nn.bias_add nn.conv1d nn.conv2d nn.conv3d
        nn.conv2d_transpose nn.conv1d_transpose nn.conv_transpose nn.convolution nn.depthwise_conv2d
        nn.separable_conv2d nn.max_pool nn.max_pool1d nn.max_pool2d nn.max_pool3d nn.avg_pool nn.avg_pool1d
        nn.avg_pool2d nn.avg_pool3d nn.pool nn.batch_normalization nn.l2_loss nn.l2_normalize nn.zero_fraction
        nn.embedding_lookup nn.softmax_cross_entropy_with_logits nn.sparse_softmax_cross_entropy_with_logits
        nn.sigmoid_cross_entropy_with_logits nn.weighted_cross_entropy_with_logits nn.ctc_loss nn.nce_loss
        nn.local_response_normalization nn.space_to_depth nn.depth_to_space nn.in_top_k nn.poisson_loss
        nn.log_poisson_loss nn.bias_add nn.normalize_moments
        signal.fft signal.ifft signal.rfft signal.irfft signal.fft2d signal.ifft2d signal.rfft2d signal.irfft2d
        signal.fft3d signal.ifft3d signal.stft signal.inverse_stft signal.dct signal.idct signal.frame
        signal.overlap_and_add signal.hann_window signal.hamming_window signal.kaiser_window signal.fftshift
        signal.ifftshift signal.linear_to_mel_weight_matrix signal.mfccs_from_log_mel_spectrograms
        image.resize image.resize_with_pad image.resize_with_crop_or_pad image.random_flip_left_right
        image.random_flip_up_down image.flip_left_right image.flip_up_down image.rot90 image.random_crop
        image.random_brightness image.random_contrast image.random_hue image.random_saturation
        image.adjust_brightness image.adjust_contrast image.adjust_hue image.adjust_saturation image.adjust_gamma
        image.central_crop image.crop_to_bounding_box image.pad_to_bounding_box image.crop_and_resize
        image.per_image_standardization image.rgb_to_grayscale image.grayscale_to_rgb image.rgb_to_hsv
        image.hsv_to_rgb image.rgb_to_yuv image.yuv_to_rgb image.transpose image.extract_patches
        image.convert_image_dtype image.decode_image image.decode_png image.decode_jpeg image.decode_gif
        image.decode_bmp image.psnr image.ssim image.ssim_multiscale image.total_variation image.sobel_edges
        image.draw_bounding_boxes image.non_max_suppression image.stateless_random_crop
        io.decode_image io.decode_png io.decode_jpeg io.decode_gif io.decode_raw
        sparse.to_dense sparse.sparse_dense_matmul sparse.reduce_sum
        math.bincount math.confusion_matrix math.cumulative_logsumexp math.lbeta math.zeta math.polygamma math.igamma
        math.igammac math.betainc math.lgamma math.digamma math.ndtri math.erfcinv math.xlogy math.xdivy
        math.divide_no_nan math.multiply_no_nan math.squared_difference math.segment_sum math.segment_mean
        math.segment_max math.segment_min math.segment_prod math.unsorted_segment_mean math.l2_normalize
        math.in_top_k math.invert_permutation math.nextafter math.softsign math.bessel_i0 math.bessel_i1
        math.reduce_euclidean_norm math.reduce_std math.reduce_variance math.accumulate_n math.add_n add_n
        squared_difference
        linalg.band_part linalg.set_diag linalg.diag linalg.expm linalg.logm linalg.sqrtm linalg.adjoint
        linalg.triangular_solve linalg.cholesky_solve linalg.lstsq linalg.matvec linalg.normalize linalg.tensor_diag
        linalg.tensor_diag_part linalg.global_norm linalg.logdet linalg.eigvals linalg.eigvalsh linalg.pinv
        linalg.cross linalg.tridiagonal_solve linalg.tridiagonal_matmul linalg.l2_normalize linalg.einsum
    """,
    Result.TWO_TENSORS: """
        nn.moments math.top_k nn.top_k linalg.qr linalg.eigh linalg.eig linalg.slogdet linalg.lu audio.decode_wav
        unique nn.weighted_moments
    """,
    Result.THREE_TENSORS: "linalg.svd",
}

FACTS: dict[str, Fact] = {
    **expand("tensorflow", TABLE),
    **expand("tensorflow.keras.backend", backend_functions.RETURNS),
}

TENSOR_TYPES = words("tensorflow.Tensor tensorflow.Variable")
TENSOR_SUBTYPES = words("tensorflow.RaggedTensor")
