import { useCallback, useEffect, useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import type { Reports } from '../reports/contract.ts'
import { useScreen } from './use-screen.tsx'

/** A request and the newest reply. The reply stays while a later request runs, and if the later request fails. */
export type Requested<Reply> = {
  reply: Reply | null
  problem: string | null
  /** Whether the reply is for an earlier path than the current one. */
  isOld: boolean
  retry: () => void
}

/**
 * Sends a GET request, and sends it again when the path changes or `version` grows.
 * @param path below /api/; nothing is requested while it is null
 */
export function useRequested<Reply>(path: string | null, version = 0): Requested<Reply> {
  const [found, setFound] = useState<{ path: string; reply: Reply } | null>(null)
  const [failure, setFailure] = useState<{ path: string; problem: string } | null>(null)
  const [retries, setRetries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retries` and `version` repeat the request
  useEffect(() => {
    if (!path) return
    const controller = new AbortController()
    callApi<Reply>(path, { signal: controller.signal }).then(
      (reply) => {
        if (controller.signal.aborted) return
        setFound({ path, reply })
        setFailure(null)
      },
      (error) => {
        if (!controller.signal.aborted) setFailure({ path, problem: errorMessage(error) })
      },
    )
    return () => controller.abort()
  }, [path, retries, version])
  const retry = useCallback(() => setRetries((count) => count + 1), [])
  const problem = failure?.path === path ? failure.problem : null
  return {
    reply: found?.reply ?? null,
    problem,
    isOld: found !== null && found.path !== path,
    retry,
  }
}

/** A report with the range and filters of the screen. */
export function useReport<Name extends keyof Reports>(name: Name): Requested<Reports[Name]> {
  const { query, version } = useScreen()
  return useRequested<Reports[Name]>(`analytics/reports/${name}?${query}`, version)
}
