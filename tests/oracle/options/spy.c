/* Preloaded into a program, prints the option table it hands to getopt, getopt_long or argp, and ends it before it acts.
 *
 * One line an option: "long NAME ARITY VALUE" (ARITY 0 none, 1 required, 2 optional; VALUE what the program sees, so that
 * equal values are spellings of one option), "short LETTER ARITY", and "order +|-" where the program does not permute.
 */
#define _GNU_SOURCE
#include <argp.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void spy_shorts(const char *s)
{
    for (; *s == '+' || *s == '-' || *s == ':'; s++)
        if (*s != ':')
            printf("order %c\n", *s);
    while (*s) {
        char letter = *s++;
        int arity = 0;
        while (*s == ':') {
            arity++;
            s++;
        }
        printf("short %c %d\n", letter, arity);
    }
}

static void spy_longs(const struct option *o)
{
    for (; o && o->name; o++)
        printf("long %s %d %ld\n", o->name, o->has_arg, o->flag ? 1000000 + (long)o->flag % 1000000 * 64 + o->val : (long)o->val);
}

static void leave(void)
{
    fflush(stdout);
    _exit(0);
}

int getopt_long(int c, char *const *v, const char *s, const struct option *o, int *i)
{
    (void)c, (void)v, (void)i;
    spy_shorts(s);
    spy_longs(o);
    leave();
    return -1;
}

int getopt_long_only(int c, char *const *v, const char *s, const struct option *o, int *i)
{
    printf("order only\n");
    return getopt_long(c, v, s, o, i);
}

int getopt(int c, char *const *v, const char *s)
{
    (void)c, (void)v;
    spy_shorts(s);
    leave();
    return -1;
}

static void spy_argp(const struct argp *a)
{
    long key = 0;
    int arity = 0; /* an alias has that of the option before it */
    for (const struct argp_option *o = a->options; o && (o->name || o->key || o->doc); o++) {
        if (o->flags & OPTION_DOC)
            continue;
        if (!(o->flags & OPTION_ALIAS)) {
            key = o->key;
            arity = o->arg ? (o->flags & OPTION_ARG_OPTIONAL ? 2 : 1) : 0;
        }
        if (o->key > 32 && o->key < 127)
            printf("short %c %d\n", o->key, arity);
        if (o->name)
            printf("long %s %d %ld\n", o->name, arity, key);
    }
    for (const struct argp_child *k = a->children; k && k->argp; k++)
        spy_argp(k->argp);
}

error_t argp_parse(const struct argp *a, int c, char **v, unsigned flags, int *i, void *input)
{
    (void)c, (void)v, (void)i, (void)input;
    if (flags & ARGP_IN_ORDER)
        printf("order +\n");
    spy_argp(a);
    leave();
    return 0;
}
