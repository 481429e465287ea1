//! Which variables mean something to the shell or to programs, so that binding them is code (rule 10).
//!
//! Sources: bash(1) "Shell Variables", environ(7), ld.so(8) "ENVIRONMENT", locale(7), git(1) "Environment Variables", less(1),
//! man(1), the GNU coreutils and findutils manuals, and the environment chapters of the language tool chains named below. A
//! name that is missing here is taken for one of the author's own.

/// What binding a name does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing beyond what programs print.
    Inert,
    /// It is the author's own: a program that runs code may read it, no other.
    Own,
    /// It steers the shell or a program.
    Code,
}

/// Known to programs, and harmless whatever they hold.
const INERT: &[&str] = &[
    "CI",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "COLUMNS",
    "DEBIAN_FRONTEND",
    "FORCE_COLOR",
    "GIT_OPTIONAL_LOCKS",
    "GIT_TERMINAL_PROMPT",
    "GREP_COLOR",
    "GREP_COLORS",
    "JQ_COLORS",
    "LANG",
    "LANGUAGE",
    "LINES",
    "LS_COLORS",
    "NODE_ENV",
    "NO_COLOR",
    "PYTHONUNBUFFERED",
    "PYTHONDONTWRITEBYTECODE",
    "QUOTING_STYLE",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "TERM",
    "TIME_STYLE",
    "TZ",
];

/// Harmless only when they name `cat` or nothing.
const PAGERS: &[&str] = &["GIT_PAGER", "MANPAGER", "PAGER"];

/// Names that the shell or a common program obeys.
const OBEYED: &[&str] = &[
    "ALL_PROXY",
    "AR",
    "AS",
    "AUTOSSH_PATH",
    "BROWSER",
    "BZIP",
    "BZIP2",
    "CC",
    "CDPATH",
    "CFLAGS",
    "CLASSPATH",
    "CPATH",
    "CPP",
    "CPPFLAGS",
    "CSCOPE_EDITOR",
    "CURL_HOME",
    "CVSROOT",
    "CXX",
    "CXXFLAGS",
    "DISPLAY",
    "EDITOR",
    "EMACSLOADPATH",
    "ENV",
    "EXECIGNORE",
    "EXINIT",
    "FCEDIT",
    "FIGNORE",
    "FPATH",
    "FTP_PROXY",
    "FUNCNEST",
    "GCONV_PATH",
    "GEM_HOME",
    "GEM_PATH",
    "GETCONF_DIR",
    "GLIBC_TUNABLES",
    "GLOBIGNORE",
    "GLOBSORT",
    "GNUPGHOME",
    "GOBIN",
    "GOENV",
    "GOFLAGS",
    "GOPATH",
    "GOPROXY",
    "GOROOT",
    "GOTOOLCHAIN",
    "GREP_OPTIONS",
    "GZIP",
    "HISTCONTROL",
    "HISTFILE",
    "HISTFILESIZE",
    "HISTIGNORE",
    "HISTSIZE",
    "HISTTIMEFORMAT",
    "HOME",
    "HOSTALIASES",
    "HOSTFILE",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "IFS",
    "IGNOREEOF",
    "INPUTRC",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "JQ_LIBRARY_PATH",
    "KRB5_CONFIG",
    "KUBECONFIG",
    "LDFLAGS",
    "LESS",
    "LESSCHARSET",
    "LESSCLOSE",
    "LESSEDIT",
    "LESSKEY",
    "LESSKEYIN",
    "LESSKEY_SYSTEM",
    "LESSOPEN",
    "LESSSECURE",
    "LIBRARY_PATH",
    "LOCALDOMAIN",
    "LOCPATH",
    "MAIL",
    "MAILCHECK",
    "MAILPATH",
    "MAILRC",
    "MAKE",
    "MAKEFILES",
    "MAKEFLAGS",
    "MANOPT",
    "MANPATH",
    "MANROFFOPT",
    "MANLESS",
    "MFLAGS",
    "MORE",
    "NETRC",
    "NIS_PATH",
    "NLSPATH",
    "NO_PROXY",
    "OLDPWD",
    "OPTARG",
    "OPTERR",
    "OPTIND",
    "PATH",
    "PATHEXT",
    "POSIXLY_CORRECT",
    "POSIX_PEDANTIC",
    "PROMPT_COMMAND",
    "PROMPT_DIRTRIM",
    "PS0",
    "PS1",
    "PS2",
    "PS3",
    "PS4",
    "PWD",
    "RESOLV_HOST_CONF",
    "RES_OPTIONS",
    "RSYNC_RSH",
    "RSYNC_PROXY",
    "RUSTC",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTDOC",
    "RUSTFLAGS",
    "RUSTDOCFLAGS",
    "RUBYLIB",
    "RUBYOPT",
    "SHELL",
    "SHELLOPTS",
    "SHLVL",
    "SUDO_ASKPASS",
    "SUDO_EDITOR",
    "SVN_EDITOR",
    "SVN_SSH",
    "TAR_OPTIONS",
    "TAPE",
    "TEMP",
    "TERMCAP",
    "TERMINFO",
    "TERMINFO_DIRS",
    "TEXINPUTS",
    "TIMEFORMAT",
    "TMOUT",
    "TMP",
    "TMPDIR",
    "TMPPREFIX",
    "TZDIR",
    "VIMINIT",
    "VIRTUAL_ENV",
    "VISUAL",
    "WGETRC",
    "XENVIRONMENT",
    "XZ_DEFAULTS",
    "XZ_OPT",
    "ZDOTDIR",
    "_JAVA_OPTIONS",
    "_POSIX2_VERSION",
    "all_proxy",
    "auto_resume",
    "ftp_proxy",
    "histchars",
    "http_proxy",
    "https_proxy",
    "no_proxy",
];

/// Beginnings of names that the shell or a common program obeys.
const OBEYED_PREFIXES: &[&str] = &[
    "ANSIBLE_",
    "ASAN_",
    "AWS_",
    "AZURE_",
    "BASH",
    "BAT_",
    "BUN_",
    "BUNDLE_",
    "CARGO_",
    "CLOUDSDK_",
    "COMPOSE_",
    "COMPOSER_",
    "COMP_",
    "CONDA_",
    "CURL_",
    "DBUS_",
    "DENO_",
    "DOCKER_",
    "DOTNET_",
    "DYLD_",
    "ELECTRON_",
    "ERL_",
    "ESLINT_",
    "FZF_",
    "GCC_",
    "GDK_",
    "GEM_",
    "GH_",
    "GIT_",
    "GITHUB_",
    "GITLAB_",
    "GOOGLE_",
    "GRADLE_",
    "GTK_",
    "HELM_",
    "HOMEBREW_",
    "JAVA_",
    "JEST_",
    "KUBE",
    "LC_ALL_",
    "LD_",
    "LIBGL_",
    "LLVM_",
    "LSAN_",
    "MALLOC_",
    "MAVEN_",
    "MSYS",
    "MYSQL_",
    "NIX_",
    "NODE_",
    "NPM_",
    "NVM_",
    "OPENSSL_",
    "PERL",
    "PG",
    "PHP_",
    "PIPENV_",
    "PIP_",
    "PKG_CONFIG",
    "PNPM_",
    "POETRY_",
    "PSModule",
    "PYTEST_",
    "PYTHON",
    "QT_",
    "REQUESTS_",
    "RIPGREP_",
    "RUBY",
    "RUSTUP_",
    "SDL_",
    "SSH_",
    "SSL_",
    "SYSTEMD_",
    "TERRAFORM_",
    "TF_",
    "TSAN_",
    "UBSAN_",
    "UV_",
    "VIM",
    "WINE",
    "XDG_",
    "YARN_",
    "ZSH",
    "ZSTD_",
    "npm_",
    "pnpm_",
    "yarn_",
];

/// Endings of such names, whatever the program.
const OBEYED_SUFFIXES: &[&str] =
    &["_ASKPASS", "_EDITOR", "_OPTIONS", "_OPTS", "_PAGER", "_PROXY", "_RSH", "_SSH", "_proxy"];

/// Words in names of variables that hold secrets.
const SECRET_WORDS: [&str; 8] =
    ["TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "API_KEY", "APIKEY"];
/// Ends of such names.
const SECRET_ENDS: [&str; 3] = ["_KEY", "_PWD", "_AUTH"];

/// Whether a variable's name tells that it holds a secret. A list of what is exported was made before the call, and start-up files
/// may add to it; of these names that is not risked.
pub fn tells_secret(name: &str) -> bool {
    SECRET_WORDS.iter().any(|word| name.contains(word)) || SECRET_ENDS.iter().any(|end| name.ends_with(end))
}

/// What binding `name` to `value` (where known) means.
pub fn meaning(name: &str, value: Option<&str>) -> Meaning {
    if !crate::effects::words::is_identifier(name) {
        return Meaning::Code;
    }
    if name.starts_with("LC_") || INERT.contains(&name) {
        return Meaning::Inert;
    }
    if PAGERS.contains(&name) && matches!(value, Some("" | "cat")) {
        return Meaning::Inert;
    }
    if PAGERS.contains(&name)
        || OBEYED.contains(&name)
        || OBEYED_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || OBEYED_SUFFIXES.iter().any(|suffix| name.ends_with(suffix))
    {
        return Meaning::Code;
    }
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) { Meaning::Own } else { Meaning::Inert }
}

/// Variables that never hold what was assigned to them.
pub fn is_dynamic(name: &str) -> bool {
    name == "_"
        || matches!(
            name,
            "DIRSTACK"
                | "EPOCHREALTIME"
                | "EPOCHSECONDS"
                | "EUID"
                | "FUNCNAME"
                | "GROUPS"
                | "HISTCMD"
                | "LINENO"
                | "OPTARG"
                | "OPTIND"
                | "PIPESTATUS"
                | "PPID"
                | "RANDOM"
                | "REPLY"
                | "SECONDS"
                | "SHELLOPTS"
                | "SRANDOM"
                | "UID"
        )
        || name.starts_with("BASH")
}
