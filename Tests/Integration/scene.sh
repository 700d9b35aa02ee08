# The words of scenes in shell: `. "$INTEGRATION/scene.sh"`.

# Where the last command of a row wrote what it printed; outside the scene's folder.
said=$SAID

ok() { echo "ok $1"; }

failed() { # name, why
  echo "FAILED $1: $2"
}

# Ends the scene, or the part in parentheses, where a program is missing.
needs() { # name of the row, program …
  row=$1
  shift
  for program; do
    command -v "$program" >/dev/null || { echo "not run $row: there is no '$program'"; exit 0; }
  done
}

# A row that holds if the command succeeds. What the command prints is shown where it does not.
check() { # name, command …
  row=$1
  shift
  if "$@" >"$said.again" 2>&1; then
    ok "$row"
  else
    failed "$row" "'$*' ended with status $?"
    sed 's/^/    /' "$said.again"
  fi
}

# A row that holds if the command ends with this status; what it printed stays in `$said`.
check_status() { # name, status, command …
  row=$1 expected=$2 status=0
  shift 2
  "$@" >"$said" 2>&1 || status=$?
  if [ $status = "$expected" ]; then
    ok "$row"
  else
    failed "$row" "'$*' ended with status $status, not $expected"
    sed 's/^/    /' "$said"
  fi
}
