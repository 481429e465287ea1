/* parse_script: how bash itself parses a text.

   A loadable builtin for the test host. `parse_script IN OUT` reads the NUL-separated texts of IN and writes one line for each
   to OUT: `ok` or `error`, a tab, and the commands that bash had parsed completely, as an S-expression:

     script    ::= item*                           items of one list, in order
     item      ::= ["time" | "time-p"] ["!"] command ("|" command)* then "&&", "||", ";" or "&" unless it is the last
     command   ::= (cmd word* redirect*) | (group item* redirect*) | (subshell …) | (if (item*) (item*) (item*) …)
                 | (while …) | (until …) | (for name (word*) (item*)) | (select …) | (case word clause*) | (arith text)
                 | (for-arith text text text (item*)) | (cond expression) | (function name command) | (coproc name command)
     redirect  ::= [fd operator target]            a here-document: [fd operator delimiter body]

   Words are as bash keeps them: with their quotes, but with $( ), <( ), $'…' and $"…" rewritten and continuations dropped.
   A leading word that bash will take for an assignment is written =text.

   bash's parser is a set of globals, so each text is parsed in a process of its own. */

#include <config.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtins.h"
#include "shell.h"
#include "common.h"
#include "y.tab.h"

/* From bash's input.h, which is not among the installed headers. */
typedef struct {
  int type;
  char *name;
  union { FILE *file; char *string; int buffered_fd; } location;
  void *getter;
  void *ungetter;
} BASH_INPUT_STATE;

extern BASH_INPUT_STATE bash_input;
extern sigjmp_buf top_level;
extern void push_stream (int);
extern void with_input_from_string (char *, const char *);

static FILE *out;

static void print_items (COMMAND *);

static void
print_text (const char *text)
{
  fputs (" \"", out);
  for (; text && *text; text++)
    {
      unsigned char c = *text;
      if (c < 0x20 || c == 0x7f || c == '"' || c == '\\')
        fprintf (out, "\\%02x", c);
      else
        fputc (c, out);
    }
  fputc ('"', out);
}

static void
print_words (WORD_LIST *words)
{
  fputs (" (", out);
  for (; words; words = words->next)
    print_text (words->word->word);
  fputc (')', out);
}

static void
print_list (COMMAND *command)
{
  fputs (" (", out);
  print_items (command);
  fputc (')', out);
}

static void
print_number (int number, const char *suffix)
{
  char text[32];
  snprintf (text, sizeof text, "%d%s", number, suffix);
  print_text (text);
}

static void
print_word_and_dash (const char *word)
{
  char *text = malloc (strlen (word) + 2);
  sprintf (text, "%s-", word);
  print_text (text);
}

static void
print_redirect (REDIRECT *redirect)
{
  REDIRECTEE to = redirect->redirectee;
  fputs (" [", out);
  if (redirect->rflags & REDIR_VARASSIGN)
    fprintf (out, "{%s}", redirect->redirector.filename->word);
  else
    fprintf (out, "%d", redirect->redirector.dest);
  switch (redirect->instruction)
    {
    case r_output_direction:     fputs (" >", out);   print_text (to.filename->word); break;
    case r_input_direction:
    case r_inputa_direction:     fputs (" <", out);   print_text (to.filename->word); break;
    case r_appending_to:         fputs (" >>", out);  print_text (to.filename->word); break;
    case r_output_force:         fputs (" >|", out);  print_text (to.filename->word); break;
    case r_input_output:         fputs (" <>", out);  print_text (to.filename->word); break;
    case r_err_and_out:          fputs (" &>", out);  print_text (to.filename->word); break;
    case r_append_err_and_out:   fputs (" &>>", out); print_text (to.filename->word); break;
    case r_reading_string:       fputs (" <<<", out); print_text (to.filename->word); break;
    case r_reading_until:
      fputs (" <<", out);
      print_text (redirect->here_doc_eof);
      print_text (to.filename->word);
      break;
    case r_deblank_reading_until:
      fputs (" <<-", out);
      print_text (redirect->here_doc_eof);
      print_text (to.filename->word);
      break;
    case r_close_this:           fputs (" &-", out);  break;
    case r_duplicating_input:    fputs (" <&", out);  print_number (to.dest, ""); break;
    case r_duplicating_output:   fputs (" >&", out);  print_number (to.dest, ""); break;
    case r_move_input:           fputs (" <&", out);  print_number (to.dest, "-"); break;
    case r_move_output:          fputs (" >&", out);  print_number (to.dest, "-"); break;
    case r_duplicating_input_word:  fputs (" <&", out); print_text (to.filename->word); break;
    case r_duplicating_output_word: fputs (" >&", out); print_text (to.filename->word); break;
    case r_move_input_word:      fputs (" <&", out);  print_word_and_dash (to.filename->word); break;
    case r_move_output_word:     fputs (" >&", out);  print_word_and_dash (to.filename->word); break;
    }
  fputc (']', out);
}

static void
print_redirects (REDIRECT *redirect)
{
  for (; redirect; redirect = redirect->next)
    print_redirect (redirect);
}

static void
print_simple (SIMPLE_COM *simple)
{
  WORD_LIST *words = simple->words;
  fputs ("(cmd", out);
  for (; words && (words->word->flags & W_ASSIGNMENT); words = words->next)
    {
      fputs (" =", out);
      print_text (words->word->word);
    }
  for (; words; words = words->next)
    print_text (words->word->word);
  print_redirects (simple->redirects);
  fputc (')', out);
}

static void print_cond (COND_COM *);

/* The terms of a chain of && or of ||, which bash nests to the right. */
static void
print_cond_chain (COND_COM *cond, int type)
{
  while (cond->type == type && !(cond->flags & CMD_INVERT_RETURN))
    {
      print_cond (cond->left);
      cond = cond->right;
    }
  print_cond (cond);
}

static void
print_cond (COND_COM *cond)
{
  if (cond->flags & CMD_INVERT_RETURN)
    fputs (" !", out);
  switch (cond->type)
    {
    case COND_AND:  fputs (" (and", out); print_cond_chain (cond, COND_AND); fputc (')', out); break;
    case COND_OR:   fputs (" (or", out);  print_cond_chain (cond, COND_OR);  fputc (')', out); break;
    case COND_EXPR: fputs (" (is", out);  print_cond (cond->left); fputc (')', out); break;
    case COND_TERM: print_text (cond->op->word); break;
    case COND_UNARY:
      fputs (" (unary", out);
      print_text (cond->op->word);
      print_cond (cond->left);
      fputc (')', out);
      break;
    case COND_BINARY:
      fputs (" (binary", out);
      print_cond (cond->left);
      print_text (cond->op->word);
      print_cond (cond->right);
      fputc (')', out);
      break;
    }
}

static void
print_case (CASE_COM *command)
{
  PATTERN_LIST *clause;
  fputs ("(case", out);
  print_text (command->word->word);
  for (clause = command->clauses; clause; clause = clause->next)
    {
      const char *end = clause->flags & CASEPAT_FALLTHROUGH ? ";&" : clause->flags & CASEPAT_TESTNEXT ? ";;&" : ";;";
      fprintf (out, " (%s", end);
      print_words (clause->patterns);
      print_list (clause->action);
      fputc (')', out);
    }
}

static void
print_loop (const char *kind, const char *name, WORD_LIST *words, COMMAND *body)
{
  fprintf (out, "(%s", kind);
  print_text (name);
  print_words (words);
  print_list (body);
}

/* Everything of a compound command but its redirects. */
static void
print_compound (COMMAND *command)
{
  switch (command->type)
    {
    case cm_for:
      print_loop ("for", command->value.For->name->word, command->value.For->map_list, command->value.For->action);
      break;
    case cm_select:
      print_loop ("select", command->value.Select->name->word, command->value.Select->map_list, command->value.Select->action);
      break;
    case cm_case:
      print_case (command->value.Case);
      break;
    case cm_while:
    case cm_until:
      fputs (command->type == cm_while ? "(while" : "(until", out);
      print_list (command->value.While->test);
      print_list (command->value.While->action);
      break;
    case cm_if:
      fputs ("(if", out);
      print_list (command->value.If->test);
      print_list (command->value.If->true_case);
      print_list (command->value.If->false_case);
      break;
    case cm_group:
      fputs ("(group", out);
      print_list (command->value.Group->command);
      break;
    case cm_subshell:
      fputs ("(subshell", out);
      print_list (command->value.Subshell->command);
      break;
    case cm_arith:
      fputs ("(arith", out);
      print_text (command->value.Arith->exp->word->word);
      break;
    case cm_arith_for:
      fputs ("(for-arith", out);
      print_text (command->value.ArithFor->init->word->word);
      print_text (command->value.ArithFor->test->word->word);
      print_text (command->value.ArithFor->step->word->word);
      print_list (command->value.ArithFor->action);
      break;
    case cm_cond:
      fputs ("(cond", out);
      print_cond (command->value.Cond);
      break;
    case cm_function_def:
      fputs ("(function", out);
      print_text (command->value.Function_def->name->word);
      print_list (command->value.Function_def->command);
      break;
    case cm_coproc:
      fputs ("(coproc", out);
      print_text (command->value.Coproc->name);
      print_list (command->value.Coproc->command);
      break;
    case cm_simple:
    case cm_connection:
      break;
    }
}

static const char *
operator_text (int connector)
{
  switch (connector)
    {
    case AND_AND: return " && ";
    case OR_OR:   return " || ";
    case '&':     return " & ";
    case '|':     return " | ";
    default:      return " ; ";
    }
}

/* A list, whose connections may lean either way: in order, its items are the same. */
static void
print_items (COMMAND *command)
{
  if (command == 0)
    return;
  if (command->flags & CMD_TIME_PIPELINE)
    fputs (command->flags & CMD_TIME_POSIX ? "time-p " : "time ", out);
  if (command->flags & CMD_INVERT_RETURN)
    fputs ("! ", out);
  if (command->type == cm_connection)
    {
      print_items (command->value.Connection->first);
      fputs (operator_text (command->value.Connection->connector), out);
      print_items (command->value.Connection->second);
    }
  else if (command->type == cm_simple)
    {
      print_simple (command->value.Simple);
      /* `time` or `!` before a compound command's own redirects cannot occur here. */
    }
  else
    {
      print_compound (command);
      print_redirects (command->redirects);
      fputc (')', out);
    }
}

/* Parses as `bash -c` would, line by line, and prints what was parsed completely. */
static int
parse_all (char *text)
{
  volatile int first = 1;
  if (sigsetjmp (top_level, 0))
    return 0;
  push_stream (0);
  with_input_from_string (text, "oracle");
  while (*bash_input.location.string)
    {
      COMMAND *command;
      if (parse_command () != 0)
        return 0;
      command = global_command;
      global_command = 0;
      if (command == 0)
        continue;
      if (!first)
        fputs (" ; ", out);
      first = 0;
      print_items (command);
    }
  return 1;
}

static void
parse_in_child (char *text, FILE *results)
{
  char *printed;
  size_t length;
  int ok;
  alarm (10);
  out = open_memstream (&printed, &length);
  ok = parse_all (text);
  fflush (out);
  fprintf (results, "%s\t%s\n", ok ? "ok" : "error", printed);
  fflush (results);
  _exit (0);
}

static char *
read_all (const char *path, size_t *length)
{
  FILE *file = fopen (path, "rb");
  char *text;
  if (file == 0)
    return 0;
  fseek (file, 0, SEEK_END);
  *length = ftell (file);
  rewind (file);
  text = malloc (*length + 1);
  *length = fread (text, 1, *length, file);
  text[*length] = 0;
  fclose (file);
  return text;
}

int
parse_script_builtin (WORD_LIST *arguments)
{
  size_t length;
  char *texts = read_all (arguments->word->word, &length);
  char *text = texts;
  FILE *results = fopen (arguments->next->word->word, "wb");
  sigset_t child;
  if (texts == 0 || results == 0)
    return EXECUTION_FAILURE;
  setvbuf (results, 0, _IOLBF, 1 << 16);
  /* bash's own handler would reap the child first. */
  sigemptyset (&child);
  sigaddset (&child, SIGCHLD);
  sigprocmask (SIG_BLOCK, &child, 0);
  for (; text < texts + length; text += strlen (text) + 1)
    {
      int status = 0;
      pid_t pid;
      fflush (results);
      pid = fork ();
      if (pid == 0)
        parse_in_child (strdup (text), results);
      while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
        ;
      if (status != 0)
        fputs ("died\t\n", results);
    }
  fclose (results);
  return EXECUTION_SUCCESS;
}

static char *documentation[] = { "Print how bash parses each NUL-separated text of a file.", 0 };

struct builtin parse_script_struct = {
  "parse_script", parse_script_builtin, BUILTIN_ENABLED, documentation, "parse_script IN OUT", 0
};
