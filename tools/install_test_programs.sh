#!/usr/bin/env bash
# Installs missing programs that the tests need: headless Chromium, PostgreSQL's server programs, Dovecot, OpenSSL
# and Python's venv.
# Uses Debian packages if it has permission, and otherwise reports what is missing.
set -u

has_headless_shell() { [ -x /usr/bin/chromium-headless-shell ]; }
has_browser() { has_headless_shell || [ -x /usr/bin/chromium ]; }
has_postgresql() { compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; }
has_dovecot() { [ -x /usr/sbin/dovecot ]; }
has_openssl() { command -v openssl >/dev/null; }
has_venv() { python3 -c 'import ensurepip, venv' 2>/dev/null; }

wanted=()
has_headless_shell || wanted+=(chromium-headless-shell)
has_postgresql || wanted+=(postgresql)
has_dovecot || wanted+=(dovecot-imapd)
has_openssl || wanted+=(openssl)
has_venv || wanted+=(python3-venv)
[ ${#wanted[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ]; then
    as_root=()
elif sudo -n true 2>/dev/null; then
    as_root=(sudo -n)
else
    as_root=(false)
    echo "Not root, and sudo asks for a password: nothing can be installed."
fi

install() {
    command -v apt-get >/dev/null || { echo "There is no apt-get here: this is not Debian."; return 1; }
    # The tests start their own server, so Debian's must not create a cluster.
    "${as_root[@]}" mkdir -p /etc/postgresql-common || return 1
    [ -e /etc/postgresql-common/createcluster.conf ] ||
        echo 'create_main_cluster = false' | "${as_root[@]}" tee /etc/postgresql-common/createcluster.conf >/dev/null
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o Dpkg::Options::=--force-confold "$@"
}

if [ "${as_root[0]-}" != false ]; then
    echo "Installing ${wanted[*]}"
    install "${wanted[@]}"
fi

missing=0
if ! has_browser; then
    echo "MISSING: /usr/bin/chromium-headless-shell (Debian's package chromium-headless-shell). Without it no browser test runs."
    missing=1
fi
if ! has_postgresql; then
    echo "MISSING: /usr/lib/postgresql/*/bin/initdb (Debian's package postgresql). Without it nothing is tested on PostgreSQL."
    missing=1
fi
if ! has_dovecot; then
    echo "MISSING: /usr/sbin/dovecot (Debian's package dovecot-imapd). Without it nothing is tested with a mail server over IMAP."
    missing=1
fi
if ! has_openssl; then
    echo "MISSING: openssl (Debian's package openssl). Without it no browser test runs with Twilio."
    missing=1
fi
if ! has_venv; then
    echo "MISSING: the module venv of python3 (Debian's package python3-venv). Without it the README's examples are not run."
    missing=1
fi
exit "$missing"
