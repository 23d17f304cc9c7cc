# Nix's expression, as release/build fills it in: nix-build -E 'with import <nixpkgs> {}; callPackage ./sudokuctl.nix {}'.
{ lib, stdenvNoCC, fetchurl }:
let
  release = {
    x86_64-linux = { name = "linux_amd64"; sha256 = "@LINUX_AMD64@"; };
    aarch64-linux = { name = "linux_arm64"; sha256 = "@LINUX_ARM64@"; };
    x86_64-darwin = { name = "darwin_amd64"; sha256 = "@DARWIN_AMD64@"; };
    aarch64-darwin = { name = "darwin_arm64"; sha256 = "@DARWIN_ARM64@"; };
  }.${stdenvNoCC.hostPlatform.system};
in
stdenvNoCC.mkDerivation rec {
  pname = "sudokuctl";
  version = "@VERSION@";
  src = fetchurl {
    url = "https://github.com/sudokuctl/sudokuctl/releases/download/v${version}/sudokuctl_${version}_${release.name}.tar.gz";
    inherit (release) sha256;
  };
  installPhase = ''
    install -Dm755 sudokuctl $out/bin/sudokuctl
    install -Dm644 completions/sudokuctl.bash $out/share/bash-completion/completions/sudokuctl
    install -Dm644 completions/sudokuctl.zsh $out/share/zsh/site-functions/_sudokuctl
    install -Dm644 completions/sudokuctl.fish $out/share/fish/vendor_completions.d/sudokuctl.fish
    install -Dm644 LICENSE NOTICES -t $out/share/doc/sudokuctl
  '';
  meta = {
    description = "Solve, grade, make and keep Sudoku puzzles with algorithms that are plugins";
    homepage = "https://github.com/sudokuctl/sudokuctl";
    license = lib.licenses.mit;
    mainProgram = "sudokuctl";
  };
}
