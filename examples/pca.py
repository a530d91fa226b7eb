"""Principal component analysis in plain NumPy."""

import numpy as np


def standardize(X: np.ndarray) -> np.ndarray:
    """Columns with mean 0 and standard deviation 1; constant columns become 0."""
    scale = X.std(axis=0)
    scale[scale == 0] = 1.0
    return (X - X.mean(axis=0)) / scale


def pca(X: np.ndarray, n_components: int = 2) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Project ``X`` on its principal components.

    Parameters
    ----------
    X : np.ndarray
        Samples by features.
    n_components : int
        How many components to keep.

    Returns
    -------
    tuple of np.ndarray
        The scores, the components (one per row), and the share of the variance that each explains.
    """
    centered = X - np.mean(X, axis=0)
    covariance = centered.T @ centered / (len(X) - 1)
    values, vectors = np.linalg.eigh(covariance)
    order = np.argsort(values)[::-1][:n_components]
    components = vectors[:, order].T
    explained = values[order] / np.sum(values)
    return np.dot(centered, components.T), components, explained


def reconstruct(scores: np.ndarray, components: np.ndarray, mean: np.ndarray) -> np.ndarray:
    """What is left of the samples after projecting them."""
    return scores @ components + mean


def reconstruction_error(X: np.ndarray, n_components: int) -> float:
    """The mean squared distance between samples and their reconstructions."""
    scores, components, _ = pca(X, n_components)
    difference = X - reconstruct(scores, components, X.mean(axis=0))
    return (difference**2).mean().item()
