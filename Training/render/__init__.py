"""Rendered people as training rows: BlazePose's output for an image, exact truth, noisy depth."""
