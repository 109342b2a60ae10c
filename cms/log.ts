import { pino } from 'pino'
import { env } from './env.ts'
import { isOfSender, loggedError, loggedText } from './logged-error.ts'

const errorLevel = 50

/** Structured logs on standard output, a JSON object a line; secrets never reach it. */
export const log = pino({
  level: env().LOG_LEVEL,
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: loggedError },
  hooks: {
    logMethod(args, method, level) {
      const [given, message] = args as unknown as [unknown, unknown]
      const err = given instanceof Error ? given : (given as { err?: unknown } | null)?.err
      if (!(err instanceof Error)) return method.apply(this, args)
      // Without words of its own a line takes those of its error, at their whole length.
      const line = [
        { ...(given === err ? {} : (given as object)), err },
        message ?? loggedText(err.message),
      ]
      // Payload tells of what it refuses as of its own faults.
      if (level >= errorLevel && isOfSender(err)) this.info(...(line as [object, string]))
      else method.apply(this, line as typeof args)
    },
  },
  redact: {
    paths: ['*.password', '*.token', '*.secret', 'headers.cookie', 'headers.authorization'],
    censor: '[redacted]',
  },
})
