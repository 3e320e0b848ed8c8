#!/bin/sh
# Rolls a commit out, wave by wave: operator/roll-out.sh <commit>
# A wave begins when every site of the one before it reports this commit as deployed. If one does not within an hour,
# the script ends with an error, and no further wave begins. The same command continues later.
set -eu
commit=$1
objects=$(mktemp)
wave=0
while [ "$wave" -le 1000 ]; do
  npx flowgate fleet stacks --commit "$commit" --wave "$wave" --template operator/stack.yaml > "$objects"
  if [ -s "$objects" ]; then
    kubectl apply -f "$objects"
    kubectl wait -f "$objects" --for=jsonpath='{.status.lastUpdate.lastSuccessfulCommit}'="$commit" --timeout=1h
  elif [ "$wave" -gt 0 ]; then
    break
  fi
  wave=$((wave + 1))
done
rm -f "$objects"
