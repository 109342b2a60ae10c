import { Button } from '../../ui/Button.tsx'

/** In the place of what could not be read: why, and the way to try once more. */
export function Unread({ again }: { again: () => void }) {
  return (
    <div className="ed-unread" role="alert">
      <p>
        <b>This could not be read.</b> The server did not answer, or not with what was asked for.
        Nothing you wrote is lost.
      </p>
      <Button onClick={again}>Try again</Button>
    </div>
  )
}
