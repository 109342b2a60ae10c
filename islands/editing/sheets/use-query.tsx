import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../../cms/platform/ui/Button.tsx'
import { showFailure } from '../calls.ts'

/** `reply` is null while the request runs and after it failed. */
export type Query<Reply> = { reply: Reply | null; hasFailed: boolean; reload: () => void }

/** Runs a request when the component mounts, when `name` changes, and on `reload`. */
export function useQuery<Reply>(name: string, request: () => Promise<Reply>): Query<Reply> {
  const [state, setState] = useState<{ name: string; reply: Reply | null; hasFailed: boolean }>({
    name,
    reply: null,
    hasFailed: false,
  })
  const [round, setRound] = useState(0)
  const latest = useRef(request)
  latest.current = request
  // biome-ignore lint/correctness/useExhaustiveDependencies: name and round trigger the request
  useEffect(() => {
    let isCurrent = true
    latest.current().then(
      (reply) => isCurrent && setState({ name, reply, hasFailed: false }),
      (error) => {
        if (!isCurrent) return
        setState({ name, reply: null, hasFailed: true })
        showFailure(error, 'It could not be read')
      },
    )
    return () => {
      isCurrent = false
    }
  }, [name, round])
  // A reply for an earlier name is not shown.
  const { reply, hasFailed } = state.name === name ? state : { reply: null, hasFailed: false }
  return { reply, hasFailed, reload: useCallback(() => setRound((count) => count + 1), []) }
}

type Props<Reply> = { query: Query<Reply>; children: (reply: Reply) => ReactNode }

/** Renders a query's reply. Without a reply, shows the progress, or a failure with a button to retry. */
export function Loaded<Reply>({ query: { reply, hasFailed, reload }, children }: Props<Reply>) {
  if (reply) return children(reply)
  if (!hasFailed) return <p role="status">Looking it up …</p>
  return (
    <div className="ed-unread" role="alert">
      <p>
        <b>This could not be read.</b> The server did not answer, or not with what was asked for.
        Nothing you wrote is lost.
      </p>
      <Button onClick={reload}>Try again</Button>
    </div>
  )
}
