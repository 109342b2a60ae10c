import type { useLiveReply } from './use-live-reply.ts'

type Props = Pick<ReturnType<typeof useLiveReply>, 'problem' | 'isBusy' | 'retry'> & {
  text: string
  /** A further class. */
  className: string
}

/** A number that is counted again when the form changes, or why it could not be counted. */
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
