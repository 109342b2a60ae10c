const reasons: Record<string, string> = {
  EADDRINUSE: 'something else listens there already',
  EACCES: 'this account may not listen there; ports below 1024 are for others',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no host of this name',
}

/** Why a server could not listen, for the log. */
export function whyNotListening(error: unknown, host: string, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException
  return `${host}:${port}: ${reasons[code ?? ''] ?? message}`
}
