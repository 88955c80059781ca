#!/usr/bin/env bash
# Packs what scripts/dist.sh has built, or what is in the folder BUILT: a tarball, and a package for Debian where dpkg-deb is
# there. They are put beside what they are made of.
#   scripts/package.sh
# With RUNNER=1 spirv-runner is in both; LEVEL is how hard they are compressed, 1 to 9. Equal files give equal packages: names are
# sorted, owners are root, and times are SOURCE_DATE_EPOCH, by default that of the commit.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
machine=$(rustc -vV | sed -n 's/^host: //p')
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
umask 022
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
built=${BUILT:-target/dist}
to=$PWD/$built

scripts/install.sh /usr "$stage/deb"
find "$stage/deb" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

name=llvm-spirv-rs-$version-$machine
cp -a "$stage/deb/usr" "$stage/$name"
# Wherever it is unpacked.
sed -i 's|^prefix=.*|prefix=${pcfiledir}/../..|' "$stage/$name"/lib/pkgconfig/*.pc
tar -C "$stage" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" | gzip "-n${LEVEL:-9}" > "$to/$name.tar.gz"
(cd "$to" && sha256sum "$name.tar.gz" > "$name.tar.gz.sha256")
echo "$built/$name.tar.gz"

command -v dpkg-deb >/dev/null || exit 0
gzip -n9 "$stage"/deb/usr/share/man/man1/*
# Packages of the libraries that the programs name, and of libc the newest version of a symbol that they take.
libraries() { for file in "$stage"/deb/usr/bin/* "$stage"/deb/usr/lib/*.so; do ldd "$file"; done | sed -n 's/.* => \(\/[^ ]*\).*/\1/p' | sort -u; }
packages() { while read -r path; do dpkg -S "$(readlink -f "$path")" 2>/dev/null || dpkg -S "${path#/usr}" 2>/dev/null; done < <(libraries) | sed 's/:.*//' | sort -u; }
libc=$(objdump -T "$stage"/deb/usr/bin/* "$stage"/deb/usr/lib/*.so 2>/dev/null | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -uV | tail -n 1)
depends=$(packages | sed "s/^libc6$/libc6 (>= $libc)/" | paste -sd, | sed 's/,/, /g')
mkdir "$stage/deb/DEBIAN"
cat > "$stage/deb/DEBIAN/control" <<CONTROL
Package: llvm-spirv-rs
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: ${MAINTAINER:-the developers of llvm-spirv-rs}
Installed-Size: $(du -k --apparent-size -s "$stage/deb/usr" | cut -f1)
Depends: $depends
Suggests: spirv-tools
Section: devel
Priority: optional
Description: translates between LLVM IR and SPIR-V, both ways
 The program llvm-spirv-rs, which stands in for llvm-spirv of the Khronos
 translator, its C library with header and pkg-config file, manual pages and
 completions. Neither needs LLVM.
CONTROL
find "$stage/deb" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz "-z${LEVEL:-6}" --build "$stage/deb" "$to/llvm-spirv-rs_${version}_$(dpkg --print-architecture).deb" >/dev/null
echo "$built/llvm-spirv-rs_${version}_$(dpkg --print-architecture).deb"
