import type { useLiveReply } from '../calls/use-live-reply.ts'

type Props = Pick<ReturnType<typeof useLiveReply>, 'problem' | 'isBusy' | 'retry'> & {
  text: string
  /** A class in addition to `live-count`. */
  className: string
}

/** Shows a number that is counted again when the form changes. If counting fails, shows why. */
export function LiveCount({ text, problem, isBusy, retry, className }: Props) {
  return (
    <div className={`live-count ${className}`} aria-busy={isBusy}>
      <p role="status">{problem ? '' : text}</p>
      {problem ? (
        <p className="admin-warning" role="alert">
          {problem}{' '}
          <button type="button" onClick={retry}>
            Count again
          </button>
        </p>
      ) : null}
    </div>
  )
}
