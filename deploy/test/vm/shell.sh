#!/bin/bash
# Runs what comes by the second serial line, a command in base64 a line, and answers each with its exit
# code and output. What goes on in the background must not hold its output.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp
exec 3<>/dev/ttyS1
stty -F /dev/ttyS1 raw -echo
echo 'ready' >&3
while IFS= read -r command <&3; do
  output=$(base64 -d <<<"$command" | bash 2>&1 3>&-)
  code=$?
  echo "$code $(base64 -w0 <<<"$output")" >&3
done
