"""Rendered people as training rows: pictures, what BlazePose says of them, exact truth, noisy depth."""
