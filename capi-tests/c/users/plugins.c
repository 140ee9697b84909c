/* Three shared objects in one process, each with the archive inside: two for one layout of the types,
 * one for another. None may see another's copy. */
#include <stdio.h>
#include <stdlib.h>
#include "plugin.h"

extern const plugin plugin_first, plugin_second, plugin_10x26;

int main(void) {
    const plugin *plugins[3];
    int i, ok = 1;
    plugins[0] = &plugin_first;
    plugins[1] = &plugin_second;
    plugins[2] = &plugin_10x26;
    for (i = 0; i < 3; i++) {
        int right = plugins[i]->right();
        printf("plugin for %s: %s\n", plugins[i]->layout, right ? "right" : "WRONG");
        ok &= right;
    }
    if (plugins[0]->function == plugins[1]->function) {
        printf("the second plugin calls the first one's copy of the library\n");
        ok = 0;
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
