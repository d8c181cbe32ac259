/* Stands in the sandbox under the name of a program: notes how it was started,
 * and then becomes the real program, starts what the program would start, or
 * does nothing.
 *
 * A note is one write: the number of words, then the words, each with its NUL.
 * The first word is the name that the program has on disk, so that
 * `exec -a other npm` is still npm. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const real[] = {"git", "env", "nice", "nohup", "timeout", "setsid", "stdbuf", "xargs", "find", "sh",
                                   "bash", "python3", "node", "perl", "awk", "sed", "make", "flock", "script", "strace",
                                   "ionice", "taskset", NULL};

static int listed(const char *name, const char *const *names) {
    while (*names)
        if (strcmp(name, *names++) == 0) return 1;
    return 0;
}

static void note(const char *name, char **words) {
    static char text[1 << 16];
    size_t used;
    int count = 1, file;
    for (char **word = words; *word; word++) count++;
    used = (size_t)snprintf(text, sizeof text, "%d%c%s", count, 0, name) + 1;
    for (; *words; words++) {
        size_t length = strlen(*words) + 1;
        if (used + length > sizeof text) return;
        memcpy(text + used, *words, length);
        used += length;
    }
    file = open("/run/oracle/log", O_WRONLY | O_APPEND);
    if (file < 0 || write(file, text, used) < 0) perror("note");
    if (file >= 0) close(file);
}

/* sudo and doas: past options and `NAME=value`, in any order, to the command. */
static void start_command(char **words) {
    for (; *words; words++) {
        if (strcmp(*words, "--") == 0) {
            words++;
            break;
        }
        if (strcmp(*words, "-u") == 0 || strcmp(*words, "-g") == 0 || strcmp(*words, "-C") == 0) {
            if (words[1]) words++;
        } else if ((*words)[0] != '-' && !strchr(*words, '=')) {
            break;
        }
    }
    if (*words) {
        execvp(*words, words);
        perror(*words);
    }
}

int main(int argc, char **argv) {
    char path[PATH_MAX], other[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    const char *name;
    if (argc < 1 || length < 0) return 125;
    path[length] = 0;
    name = strrchr(path, '/') + 1;
    note(name, argv + 1);
    if (listed(name, real)) {
        snprintf(other, sizeof other, "/usr/bin/%s", name);
        execv(other, argv);
        perror(other);
        return 127;
    }
    if (strcmp(name, "sudo") == 0 || strcmp(name, "doas") == 0) start_command(argv + 1);
    return 0;
}
