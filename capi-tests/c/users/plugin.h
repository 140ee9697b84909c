/* What a plugin gives: a shared object that is linked with the archive, and does not show it. */
typedef struct {
    /* Of the types that the plugin was compiled for. */
    const char *layout;
    /* Whether a sum that should vanish does, and one that should not does not. */
    int (*right)(void);
    /* Where the plugin's own copy of the library is. */
    void (*function)(void);
} plugin;
