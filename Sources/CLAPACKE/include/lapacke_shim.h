// LAPACKE and OpenBLAS reached through dlopen, cut down to what is used. A shim because OpenBLAS, where
// it is linked, takes 128 MiB of addresses for every processor before the program's first line, and
// asks for them again and again, for ever, where they can't be had. Loaded from here it is told first
// to be content with one thread, and is never asked for more memory than there is.
#pragma once
#include <stdbool.h>

/// The file of an OpenBLAS that has LAPACKE, instead of the system's libraries; of no effect once they
/// are loaded. To be called before any other thread computes.
void lapacke_prefer(const char *openblas);
/// Loads the libraries, once; NULL, or why they can't be had. Safe from any thread.
const char *lapacke_load(void);
/// OpenBLAS' own description of its version and kernels; to be asked after `lapacke_load`.
const char *lapacke_openblas_config(void);

// LAPACKE's functions of these names with column-major matrices, to be called after `lapacke_load`
// returned NULL. When there is no memory for another thread's workspace, the call waits for a thread
// that has one.
int lapacke_dposv(char uplo, int n, int nrhs, double *a, int lda, double *b, int ldb);
int lapacke_dpotri(char uplo, int n, double *a, int lda);
int lapacke_dpbsv(
    char uplo, int n, int kd, int nrhs, double *ab, int ldab, double *b, int ldb);
int lapacke_dgesdd(
    char jobz, int m, int n, double *a, int lda, double *s, double *u, int ldu, double *vt, int ldvt,
    double *work, int lwork, int *iwork);
