// What Swift's Glibc and Darwin overlays hide or cannot import: variadic calls, macros and newer calls.
#ifndef CSYSTEM_SHIM_H
#define CSYSTEM_SHIM_H
#endif
