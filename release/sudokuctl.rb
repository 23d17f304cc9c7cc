# Homebrew's formula, as release/build fills it in.
class Sudokuctl < Formula
  desc "Solve, grade, make and keep Sudoku puzzles with algorithms that are plugins"
  homepage "https://github.com/sudokuctl/sudokuctl"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "https://github.com/sudokuctl/sudokuctl/releases/download/v@VERSION@/sudokuctl_@VERSION@_darwin_arm64.tar.gz"
      sha256 "@DARWIN_ARM64@"
    end
    on_intel do
      url "https://github.com/sudokuctl/sudokuctl/releases/download/v@VERSION@/sudokuctl_@VERSION@_darwin_amd64.tar.gz"
      sha256 "@DARWIN_AMD64@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/sudokuctl/sudokuctl/releases/download/v@VERSION@/sudokuctl_@VERSION@_linux_arm64.tar.gz"
      sha256 "@LINUX_ARM64@"
    end
    on_intel do
      url "https://github.com/sudokuctl/sudokuctl/releases/download/v@VERSION@/sudokuctl_@VERSION@_linux_amd64.tar.gz"
      sha256 "@LINUX_AMD64@"
    end
  end

  def install
    bin.install "sudokuctl"
    bash_completion.install "completions/sudokuctl.bash" => "sudokuctl"
    zsh_completion.install "completions/sudokuctl.zsh" => "_sudokuctl"
    fish_completion.install "completions/sudokuctl.fish"
  end

  test do
    assert_match "unique", shell_output("#{bin}/sudokuctl solve -o json 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
  end
end
