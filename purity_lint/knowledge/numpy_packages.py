"""Results of packages that read and compute NumPy arrays: images, sounds, wavelets, files of measurements.

They are weaker evidence than the functions of an array library: `cv2.imread` gives None where there is no such file.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import Fact, Facts, Result, expand

OPENCV: Facts = {
    Result.TENSOR: """
        imread imdecode cvtColor resize GaussianBlur blur boxFilter medianBlur bilateralFilter filter2D sepFilter2D
        Sobel Scharr Laplacian Canny dilate erode morphologyEx warpAffine warpPerspective remap equalizeHist
        addWeighted absdiff getRotationMatrix2D getPerspectiveTransform getAffineTransform getStructuringElement
        getGaussianKernel getGaborKernel copyMakeBorder pyrDown pyrUp undistort inRange distanceTransform calcHist
        matchTemplate dft idft dct idct magnitude phase applyColorMap merge fastNlMeansDenoising
        fastNlMeansDenoisingColored cornerHarris cornerSubPix goodFeaturesToTrack adaptiveThreshold normalize
    """,
    Result.NUMBER_AND_TENSOR: "threshold connectedComponents",
    Result.TWO_TENSORS: "cartToPolar polarToCart",
}
SCIKIT_IMAGE: Facts = {
    Result.TENSOR: """
        io.imread img_as_float img_as_float32 img_as_float64 img_as_ubyte img_as_uint img_as_int util.img_as_float
        util.img_as_float32 util.img_as_float64 util.img_as_ubyte util.random_noise util.invert util.montage
        color.rgb2gray color.gray2rgb color.rgb2hsv color.hsv2rgb color.rgb2lab color.lab2rgb color.rgb2xyz
        color.xyz2rgb color.rgba2rgb color.rgb2ycbcr color.label2rgb color.deltaE_ciede2000 filters.gaussian
        filters.sobel filters.sobel_h filters.sobel_v filters.prewitt filters.scharr filters.laplace filters.median
        filters.unsharp_mask filters.frangi filters.sato filters.hessian filters.rank.mean filters.threshold_local
        filters.difference_of_gaussians filters.butterworth transform.resize transform.rescale transform.rotate
        transform.warp transform.radon transform.iradon transform.swirl transform.downscale_local_mean
        transform.pyramid_reduce transform.pyramid_expand transform.integral_image transform.warp_polar measure.label
        measure.block_reduce measure.find_contours measure.profile_line measure.approximate_polygon morphology.erosion
        morphology.dilation morphology.opening morphology.closing morphology.disk morphology.square morphology.ball
        morphology.binary_erosion morphology.binary_dilation morphology.binary_opening morphology.binary_closing
        morphology.skeletonize morphology.remove_small_objects morphology.remove_small_holes morphology.white_tophat
        morphology.black_tophat morphology.reconstruction morphology.convex_hull_image exposure.equalize_hist
        exposure.equalize_adapthist exposure.rescale_intensity exposure.adjust_gamma exposure.adjust_log
        exposure.adjust_sigmoid exposure.match_histograms restoration.denoise_tv_chambolle
        restoration.denoise_bilateral restoration.denoise_nl_means restoration.denoise_wavelet
        restoration.inpaint_biharmonic restoration.richardson_lucy restoration.wiener restoration.unwrap_phase
        restoration.rolling_ball feature.canny feature.corner_harris feature.peak_local_max
        feature.local_binary_pattern feature.match_template segmentation.slic segmentation.watershed
        segmentation.felzenszwalb segmentation.quickshift segmentation.find_boundaries segmentation.mark_boundaries
        segmentation.random_walker segmentation.chan_vese segmentation.clear_border segmentation.expand_labels
        data.camera data.astronaut data.coins data.moon data.page data.text data.checkerboard data.coffee data.cat
        data.rocket data.brick data.grass data.gravel data.shepp_logan_phantom data.binary_blobs
    """,
}
LIBROSA: Facts = {
    Result.TENSOR: """
        stft istft cqt icqt vqt resample power_to_db amplitude_to_db db_to_power db_to_amplitude griffinlim lpc
        fft_frequencies mel_frequencies cqt_frequencies times_like frames_to_time time_to_frames frames_to_samples
        samples_to_time hz_to_mel mel_to_hz hz_to_midi midi_to_hz pcen perceptual_weighting feature.mfcc
        feature.melspectrogram feature.chroma_stft feature.chroma_cqt feature.spectral_centroid
        feature.spectral_bandwidth feature.spectral_contrast feature.spectral_rolloff feature.spectral_flatness
        feature.zero_crossing_rate feature.rms feature.tonnetz feature.delta feature.tempogram feature.poly_features
        effects.harmonic effects.percussive effects.time_stretch effects.pitch_shift effects.preemphasis
        onset.onset_strength onset.onset_detect filters.mel filters.chroma util.normalize util.frame util.fix_length
    """,
    Result.TWO_TENSORS: "magphase effects.hpss decompose.hpss piptrack",
    Result.TENSOR_AND_FLOAT: "load",
}
READERS: Facts = {
    Result.TENSOR: """
        imageio.imread imageio.v2.imread imageio.v3.imread imageio.volread tifffile.imread matplotlib.pyplot.imread
        matplotlib.image.imread astropy.io.fits.getdata
    """,
    Result.TENSORS_AND_OTHER: "matplotlib.pyplot.hist matplotlib.axes.Axes.hist",
    Result.TENSOR_AND_FLOAT: "soundfile.read",
    Result.NUMBER_AND_TENSOR: "scipy.io.wavfile.read",
}
WAVELETS: Facts = {
    Result.TENSOR: "idwt idwt2 idwtn waverec waverec2 waverecn threshold iswt",
    Result.TWO_TENSORS: "dwt cwt",
}
PLOTS: Facts = {
    Result.AXES: "pyplot.axes pyplot.gca pyplot.subplot pyplot.subplot2grid",
    Result.FIGURE: "pyplot.figure pyplot.gcf",
    Result.FIGURE_AND_AXES: "pyplot.subplots",
}
AXES = "matplotlib.axes.Axes"
FIGURE = "matplotlib.figure.Figure"

FACTS: dict[str, Fact] = {
    **expand("cv2", OPENCV),
    **expand("skimage", SCIKIT_IMAGE),
    **expand("librosa", LIBROSA),
    **{name[1:]: fact for name, fact in expand("", READERS).items()},
    **expand("pywt", WAVELETS),
    **expand("matplotlib", PLOTS),
}
ROOTS = frozenset(name.partition(".")[0] for name in FACTS) - {"scipy"}
"""The packages, but for SciPy, of which much more is known."""
