# Why the edge has no connection, from its own log.

# cause: prints the state, a word of status_text, by the last line of standard input that names one.
cause() {
  awk '
    function reason(line) {
      if (line ~ /clock not set|CERT_NOT_YET_VALID/) return "no-time"
      if (line ~ /CERT_HAS_EXPIRED|certificate has expired/) return "expired"
      if (line ~ /SELF_SIGNED|self-signed|UNABLE_TO_|unable to (get|verify)|ALTNAME|altnames/)
        return "certificate"
      if (line ~ /ENETUNREACH|ENETDOWN|EHOSTUNREACH/) return "no-network"
      if (line ~ /ENOTFOUND|EAI_AGAIN/) return "no-name"
      return "no-hub"
    }
    /"msg":"(connected to|enrolled at) the hub"/ { state = "enrolled" }
    /"msg":"the hub holds this agent in quarantine/ { state = "quarantined" }
    /"msg":"the hub refuses EDGE_ENROLL_TOKEN/ { state = "token-refused" }
    /"msg":"waits for an admin of the hub/ { state = "awaiting-approval" }
    /"msg":"the hub refuses the API key/ { state = "key-refused" }
    /"msg":"EDGE_API_KEY and EDGE_ENROLL_TOKEN are not set/ { state = "no-token" }
    /"msg":"no enrolment yet/ { state = reason($0) }
    # «Refused» says more than a closed connection: the hub answered.
    /"msg":"no hub: / && state !~ /refused|no-token|awaiting/ { state = reason($0) }
    END { print state == "" ? "starting" : state }'
}

# The faults that end the edge, as it writes them: one line without a secret.
config_fault() { grep -v '^{' | grep -E '^(EDGE_|LOG_LEVEL)' | tail -n 1; }

# What the admin compares before approving this device.
fingerprint() {
  sed -n 's/.*"msg":"waits for an admin of the hub to approve \([0-9a-f-]*\).*/huella \1/p' | tail -n 1
}
