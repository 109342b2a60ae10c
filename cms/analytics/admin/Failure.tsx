import { Button } from '../../../islands/ui/Button.tsx'

type Props = { problem: string | null; retry: () => void; hasOld: boolean; isAlert?: boolean }

/** Why numbers could not be read, with a button that tries again. The last numbers stay where they are. */
export const Failure = ({ problem, retry, hasOld, isAlert = false }: Props) =>
  problem ? (
    <div className="admin-warning analytics-failure" role={isAlert ? 'alert' : undefined}>
      <p>
        {problem}
        {hasOld ? ' Below are the last numbers that arrived.' : ''}
      </p>
      <Button onClick={retry}>Try again</Button>
    </div>
  ) : null
