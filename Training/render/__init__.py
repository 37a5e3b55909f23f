"""Rendered people as training rows: what BlazePose says of a picture, exact truth, noisy depth."""
