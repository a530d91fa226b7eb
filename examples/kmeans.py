"""k-means in plain NumPy, as it is found in a thousand repositories.

``purity-lint check examples/`` shows what ties it to NumPy; ``purity-lint fix examples/ --diff`` shows the way out.
"""

import numpy as np


class KMeans:
    """Lloyd's algorithm with k-means++ seeding."""

    def __init__(self, n_clusters=8, max_iter=300, tol=1e-4, seed=None):
        self.n_clusters = n_clusters
        self.max_iter = max_iter
        self.tol = tol
        self.rng = np.random.default_rng(seed)
        self.centers = None

    def fit(self, X: np.ndarray) -> "KMeans":
        """Find the centers of the clusters of ``X``, of shape (samples, features)."""
        X = np.asarray(X, dtype=np.float64)
        self.centers = self._seed_centers(X)
        for _ in range(self.max_iter):
            labels = self.predict(X)
            moved = np.zeros_like(self.centers)
            for k in range(self.n_clusters):
                members = X[labels == k]
                moved[k] = members.mean(axis=0) if len(members) else self.centers[k]
            shift = np.sqrt(np.sum((moved - self.centers) ** 2))
            self.centers = moved
            if shift < self.tol:
                break
        return self

    def predict(self, X: np.ndarray) -> np.ndarray:
        """The index of the nearest center for every row of ``X``."""
        return np.argmin(squared_distances(X, self.centers), axis=1)

    def inertia(self, X: np.ndarray) -> float:
        """The sum of squared distances to the nearest centers."""
        return float(np.min(squared_distances(X, self.centers), axis=1).sum())

    def _seed_centers(self, X: np.ndarray) -> np.ndarray:
        centers = X[self.rng.integers(len(X))][np.newaxis]
        while len(centers) < self.n_clusters:
            nearest = np.min(squared_distances(X, centers), axis=1)
            nearest /= nearest.sum()
            chosen = self.rng.choice(len(X), p=nearest)
            centers = np.vstack([centers, X[chosen]])
        return centers


def squared_distances(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Squared Euclidean distances between the rows of ``a`` and the rows of ``b``."""
    difference = a[:, None, :] - b[None, :, :]
    return np.sum(difference * difference, axis=-1)
