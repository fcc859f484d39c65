// Says whether it is read with the flags of its project.
#ifdef WIDE
#error the flags are known
#endif
