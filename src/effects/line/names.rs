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
    "AWK",
    "AWKBUFSIZE",
    "AWKLIBPATH",
    "AWKPATH",
    "BROWSER",
    "BZIP",
    "BZIP2",
    "CC",
    "CDPATH",
    "CFLAGS",
    "CLASSPATH",
    "CMP",
    "COMPILER_PATH",
    "CPATH",
    "CPP",
    "CPPFLAGS",
    "CSCOPE_EDITOR",
    "CURL_HOME",
    "CVSROOT",
    "CXX",
    "CXXFLAGS",
    "DIFF",
    "DISPLAY",
    "EDITOR",
    "EGREP",
    "EMACSLOADPATH",
    "ENV",
    "EXECIGNORE",
    "EXINIT",
    "FCEDIT",
    "FGREP",
    "FIGNORE",
    "FPATH",
    "FTP_PROXY",
    "FUNCNEST",
    "GCONV_PATH",
    "GCOV_PREFIX",
    "GEM_HOME",
    "GEM_PATH",
    "GETCONF_DIR",
    "GETTEXTDATADIRS",
    "GLIBC_TUNABLES",
    "GLOBIGNORE",
    "GLOBSORT",
    "GMON_OUT_PREFIX",
    "GNUPGHOME",
    "GOAUTH",
    "GOBIN",
    "GOCACHE",
    "GOCOVERDIR",
    "GODEBUG",
    "GOENV",
    "GOFLAGS",
    "GOMODCACHE",
    "GOPATH",
    "GOPROXY",
    "GOROOT",
    "GOTMPDIR",
    "GOTOOLCHAIN",
    "GOVCS",
    "GREP",
    "GREP_OPTIONS",
    "GZIP",
    "HGRCPATH",
    "HISTCONTROL",
    "HISTFILE",
    "HISTFILESIZE",
    "HISTIGNORE",
    "HISTSIZE",
    "HISTTIMEFORMAT",
    "HOME",
    "HOSTALIASES",
    "HOSTFILE",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "IFS",
    "IGNOREEOF",
    "INPUTRC",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "JQ_LIBRARY_PATH",
    "KRB5_CONFIG",
    "KUBECONFIG",
    "KUBERC",
    "LBZIP2",
    "LDFLAGS",
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
    "MANLESS",
    "MANOPT",
    "MANPATH",
    "MANROFFOPT",
    "MANROFFSEQ",
    "MFLAGS",
    "MORE",
    "NETRC",
    "NIS_PATH",
    "NLSPATH",
    "NO_PROXY",
    "N_PREFIX",
    "OLDPWD",
    "OPTARG",
    "OPTERR",
    "OPTIND",
    "P4CONFIG",
    "PATH",
    "PATHEXT",
    "PHPRC",
    "PIGZ",
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
    "RANDFILE",
    "RESOLV_HOST_CONF",
    "RES_OPTIONS",
    "RSYNC_PROXY",
    "RSYNC_RSH",
    "RUBYLIB",
    "RUBYOPT",
    "RUSTC",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTDOC",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "SCREENDIR",
    "SCREENRC",
    "SED",
    "SHELL",
    "SHELLOPTS",
    "SHLVL",
    "SSLKEYLOGFILE",
    "SUDO_ASKPASS",
    "SUDO_EDITOR",
    "SVN_EDITOR",
    "SVN_SSH",
    "SYSSCREENRC",
    "TAPE",
    "TAR_OPTIONS",
    "TCLLIBPATH",
    "TEMP",
    "TERMCAP",
    "TERMINFO",
    "TERMINFO_DIRS",
    "TEXINPUTS",
    "TEXTDOMAIN",
    "TEXTDOMAINDIR",
    "TIMEFORMAT",
    "TMOUT",
    "TMP",
    "TMPDIR",
    "TMPPREFIX",
    "TMUX",
    "TZDIR",
    "UNZIP",
    "UNZIPOPT",
    "VIMINIT",
    "VIRTUAL_ENV",
    "VISUAL",
    "W3M",
    "WGETRC",
    "XAUTHORITY",
    "XENVIRONMENT",
    "XZ_DEFAULTS",
    "XZ_OPT",
    "ZDOTDIR",
    "ZIP",
    "ZIPINFO",
    "ZIPINFOOPT",
    "ZIPOPT",
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

/// Variables of bash that are integers from the start: what is assigned to one is evaluated (rule 12).
const INTEGERS: &[&str] = &["HISTCMD", "LINENO", "RANDOM", "SECONDS", "SRANDOM"];

/// Beginnings of names that the shell or a common program obeys.
const OBEYED_PREFIXES: &[&str] = &[
    "ANSIBLE_",
    "APT_",
    "ASAN_",
    "ASDF_",
    "AWS_",
    "AZURE_",
    "BASH",
    "BAT_",
    "BUNDLE_",
    "BUN_",
    "CARGO_",
    "CLOUDSDK_",
    "COMPOSER_",
    "COMPOSE_",
    "COMP_",
    "CONDA_",
    "CURL_",
    "DBUS_",
    "DEBUGINFOD_",
    "DENO_",
    "DOCKER_",
    "DOTNET_",
    "DPKG_",
    "DYLD_",
    "ELECTRON_",
    "ERL_",
    "ESLINT_",
    "EXPECT_",
    "FAKEROOT",
    "FNM_",
    "FONTCONFIG_",
    "FZF_",
    "GAWK_",
    "GCC_",
    "GDK_",
    "GEM_",
    "GH_",
    "GITHUB_",
    "GITLAB_",
    "GIT_",
    "GOOGLE_",
    "GRADLE_",
    "GROFF_",
    "GTK_",
    "HELM_",
    "HOMEBREW_",
    "JAVA_",
    "JENV_",
    "JEST_",
    "KUBE",
    "LC_ALL_",
    "LD_",
    "LESS",
    "LIBGL_",
    "LLVM_",
    "LOCATE_",
    "LSAN_",
    "LSB_",
    "LUA_",
    "MALLOC_",
    "MAN_",
    "MAVEN_",
    "MISE_",
    "MSYS",
    "MYSQL_",
    "NIX_",
    "NODENV_",
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
    "PYENV_",
    "PYTEST_",
    "PYTHON",
    "QT_",
    "RBENV_",
    "REQUESTS_",
    "RIPGREP_",
    "RSYNC_",
    "RTX_",
    "RUBY",
    "RUSTUP_",
    "SDKMAN_",
    "SDL_",
    "SGML_",
    "SQLITE_",
    "SSH_",
    "SSL_",
    "SYSTEMD_",
    "TCL_",
    "TERRAFORM_",
    "TF_",
    "TMUX_",
    "TSAN_",
    "UBSAN_",
    "UV_",
    "VIM",
    "VOLTA_",
    "WINE",
    "XDG_",
    "XML_",
    "YAMLLINT_",
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
    if INTEGERS.contains(&name) {
        let literal = value.is_some_and(|value| !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()));
        return if literal { Meaning::Inert } else { Meaning::Code };
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
