//! The words that show what a script does, per language. Every implementation's spelling stands beside the others.

use super::super::Language;
use super::Finds::{
    self, Contacts, Deletes, DeletesSomething, Environment, Mentions, Opens, OpensHandle, OpensItself, Shell, Spawns,
    Writes, WritesSomewhere,
};

type Table = &'static [(&'static str, Finds)];

/// The table of a language; empty for one that has a reader of its own.
pub(super) fn of(language: Language) -> Table {
    match language {
        Language::Python => PYTHON,
        Language::Node => NODE,
        Language::Perl => PERL,
        Language::Ruby => RUBY,
        Language::Php => PHP,
        Language::Sed | Language::Awk | Language::Jq | Language::Sqlite => &[],
    }
}

/// Whether text in backticks is a command.
pub(super) fn has_backticks(language: Language) -> bool {
    matches!(language, Language::Perl | Language::Ruby | Language::Php)
}

const PYTHON: Table = &[
    ("open io.open codecs.open gzip.open bz2.open lzma.open os.fdopen", Opens),
    (".open", OpensItself),
    ("os.open zipfile.ZipFile tarfile.open shelve.open dbm.open sqlite3.connect logging.FileHandler", Writes(0)),
    (
        ".write_text .write_bytes .touch .mkdir .symlink_to .hardlink_to .to_csv .to_json .to_excel .to_parquet .savefig .extractall",
        WritesSomewhere,
    ),
    ("os.mkdir os.makedirs os.chmod os.chown os.truncate os.utime os.mkfifo os.mknod np.save numpy.save", Writes(0)),
    (
        "os.rename os.replace os.renames os.link os.symlink shutil.copy shutil.copy2 shutil.copyfile shutil.copytree shutil.move",
        Writes(1),
    ),
    ("shutil.make_archive shutil.unpack_archive shutil.chown fileinput.input fileinput.FileInput", WritesSomewhere),
    (
        "tempfile.mkstemp tempfile.mkdtemp tempfile.NamedTemporaryFile tempfile.TemporaryFile tempfile.TemporaryDirectory",
        WritesSomewhere,
    ),
    ("os.remove os.unlink os.rmdir os.removedirs shutil.rmtree", Deletes(0)),
    (".unlink .rmdir", DeletesSomething),
    (".rename", WritesSomewhere),
    ("os.system os.popen subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell", Shell),
    (
        "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen pty.spawn asyncio.create_subprocess_exec",
        Spawns,
    ),
    (
        "os.execv os.execve os.execvp os.execvpe os.execl os.execle os.execlp os.spawnv os.spawnl os.spawnvp os.spawnlp os.posix_spawn",
        Spawns,
    ),
    ("subprocess pexpect runpy", Mentions),
    (
        "urlopen urlretrieve requests.get requests.post requests.put requests.delete requests.head requests.patch requests.request",
        Contacts,
    ),
    (
        "httpx.get httpx.post http.client.HTTPConnection http.client.HTTPSConnection HTTPConnection HTTPSConnection",
        Contacts,
    ),
    (
        "socket.create_connection socket.gethostbyname socket.getaddrinfo socket.socket smtplib.SMTP ftplib.FTP",
        Contacts,
    ),
    ("os.environ os.environb os.getenv", Environment),
];

const NODE: Table = &[
    (
        "writeFileSync writeFile appendFileSync appendFile createWriteStream Bun.write Deno.writeTextFile Deno.writeFile Deno.create \
         Deno.writeTextFileSync Deno.writeFileSync mkdir mkdirSync mkdtemp mkdtempSync truncate truncateSync chmod chmodSync chown \
         chownSync utimes utimesSync outputFile outputFileSync ensureDir ensureDirSync writeJson writeJsonSync",
        Writes(0),
    ),
    (
        "copyFile copyFileSync cpSync fs.cp rename renameSync symlink symlinkSync fs.link linkSync Deno.copyFile Deno.rename",
        Writes(1),
    ),
    ("fs.write writeSync fs.writev Deno.mkdir Deno.open", WritesSomewhere),
    ("openSync fs.open", Opens),
    ("unlink unlinkSync fs.rm rmSync rmdir rmdirSync Deno.remove", Deletes(0)),
    ("execSync", Shell),
    ("spawn spawnSync execFile execFileSync Bun.spawn Bun.spawnSync Deno.Command", Spawns),
    ("child_process Bun.$ Deno.run worker_threads process.binding execa", Mentions),
    (
        "fetch http.get https.get http.request https.request net.connect net.createConnection axios.get axios.post WebSocket",
        Contacts,
    ),
    ("dns.lookup dns.resolve", Contacts),
    ("process.env Bun.env Deno.env", Environment),
];

const PERL: Table = &[
    ("open", OpensHandle),
    ("sysopen", WritesSomewhere),
    ("unlink rmdir rmtree remove_tree", Deletes(0)),
    ("rename link symlink copy move", Writes(1)),
    ("mkdir mkpath make_path truncate spew spurt write_file", Writes(0)),
    ("chmod chown utime dbmopen mkfifo", WritesSomewhere),
    ("system exec readpipe", Shell),
    ("qx IPC::Open3 IPC::Open2 IPC::Run open2 open3", Mentions),
    ("LWP::Simple LWP::UserAgent HTTP::Tiny IO::Socket::INET IO::Socket::SSL", Contacts),
    ("%ENV $ENV", Environment),
];

const RUBY: Table = &[
    ("File.open File.new open IO.sysopen Kernel.open", Opens),
    (
        "File.write IO.write IO.binwrite File.binwrite Dir.mkdir File.truncate FileUtils.mkdir FileUtils.mkdir_p FileUtils.touch",
        Writes(0),
    ),
    (
        "File.rename File.link File.symlink FileUtils.cp FileUtils.cp_r FileUtils.mv FileUtils.ln_s FileUtils.install FileUtils.copy",
        Writes(1),
    ),
    (
        "IO.copy_stream File.chmod File.chown FileUtils.chmod FileUtils.chmod_R FileUtils.chown Tempfile.new Tempfile.create Dir.mktmpdir",
        WritesSomewhere,
    ),
    (".write_text .binwrite .mkpath", WritesSomewhere),
    (
        "File.delete File.unlink Dir.rmdir Dir.delete Dir.unlink FileUtils.rm FileUtils.rm_f FileUtils.rm_r FileUtils.rm_rf FileUtils.remove",
        Deletes(0),
    ),
    (
        "system exec spawn IO.popen Process.spawn Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen3 PTY.spawn",
        Spawns,
    ),
    ("Open3 PTY", Mentions),
    (
        "URI.open Net::HTTP.get Net::HTTP.post Net::HTTP.start TCPSocket.new TCPSocket.open HTTParty.get Faraday.get",
        Contacts,
    ),
    ("ENV", Environment),
];

const PHP: Table = &[
    ("fopen", Opens),
    ("file_put_contents touch mkdir chmod chown chgrp tempnam ftruncate mkfifo", Writes(0)),
    ("rename copy symlink link move_uploaded_file", Writes(1)),
    ("SplFileObject ZipArchive tmpfile fwrite fputs fputcsv", WritesSomewhere),
    ("unlink rmdir", Deletes(0)),
    ("system exec shell_exec passthru popen", Shell),
    ("proc_open pcntl_exec", Spawns),
    ("fsockopen curl_init stream_socket_client pfsockopen gethostbyname dns_get_record", Contacts),
    ("getenv $_ENV $_SERVER", Environment),
];
