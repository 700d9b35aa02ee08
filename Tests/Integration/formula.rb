# Homebrew's words for a formula, as far as ours uses them, since Homebrew is not in Debian:
# `formula.rb FORMULA PREFIX`. Fetches what the formula names for this system and processor, holds it
# against its sum, unpacks it, installs it into PREFIX and runs the formula's test. A word that is not
# here is an error.
require "digest"
require "etc"
require "fileutils"
require "open3"
require "open-uri"
require "pathname"
require "tmpdir"
require "uri"

# A folder that files are installed into.
class Place < Pathname
  def install(file)
    raise "#{file} is not in the archive" unless File.file?(file)
    mkpath
    FileUtils.cp(file, self, preserve: true)
  end
end

class Formula
  PREFIX = Pathname(ARGV[1]).expand_path
  FIELDS = {}

  class << self
    def here?(word)
      system, machine = Etc.uname.values_at(:sysname, :machine)
      { on_macos: system == "Darwin", on_linux: system == "Linux",
        on_intel: machine == "x86_64", on_arm: %w[arm64 aarch64].include?(machine) }.fetch(word)
    end

    %i[on_macos on_linux on_intel on_arm].each do |word|
      define_method(word) { |&block| block.call if here?(word) }
    end

    %i[desc homepage version license url sha256].each do |field|
      define_method(field) do |text|
        raise "'#{field}' is said twice" if FIELDS[field]
        FIELDS[field] = text
      end
    end

    def depends_on(system)
      raise "not for this system" unless here?({ linux: :on_linux, macos: :on_macos }.fetch(system))
    end

    def test(&block)
      define_method(:run_test, &block)
    end
  end

  { bin: "bin", man1: "share/man/man1", bash_completion: "etc/bash_completion.d",
    zsh_completion: "share/zsh/site-functions",
    fish_completion: "share/fish/vendor_completions.d" }.each do |name, path|
    define_method(name) { Place.new(PREFIX + path) }
  end

  def version
    FIELDS.fetch(:version)
  end

  def testpath
    Pathname.pwd
  end

  def shell_output(command, status = 0)
    output, ended = Open3.capture2("sh", "-c", command)
    raise "'#{command}' ended with #{ended.exitstatus}" unless ended.exitstatus == status
    output
  end

  def assert_match(pattern, text)
    raise "no '#{pattern}' in '#{text}'" unless text.include?(pattern)
  end
end

load ARGV[0]
formula = Object.const_get(File.basename(ARGV[0], ".rb").split("-").map(&:capitalize).join).new
url = URI(Formula::FIELDS.fetch(:url))
data = url.scheme == "file" ? File.binread(url.path) : url.open.read
raise "another sum" unless Digest::SHA256.hexdigest(data) == Formula::FIELDS.fetch(:sha256)
Dir.mktmpdir do |folder|
  Dir.chdir(folder) do
    File.binwrite("archive", data)
    Dir.mkdir("unpacked")
    system("tar", "-xzf", "archive", "-C", "unpacked", exception: true)
    Dir.chdir("unpacked") { formula.install }
    Dir.mkdir("test")
    Dir.chdir("test") { formula.run_test }
  end
end
puts Formula::FIELDS.slice(:desc, :homepage, :version, :license)
