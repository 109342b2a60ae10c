import { useStore } from '@nanostores/react'
import type { KeyStatus } from '../../../cms/features/content/editing/contract.ts'
import { textName } from '../../../cms/features/content/text-names.ts'
import { Dialog } from '../../../cms/platform/ui/Dialog.tsx'
import { calls } from '../calls.ts'
import { Loaded, useQuery } from '../sheets/use-query.tsx'
import { $keys, closeSheet } from '../state/editing-state.ts'
import { TakeOff } from './TakeOff.tsx'

/** Takes a published key off the page, now or later. */
export function TakeOffSheet({ id }: { id: string }) {
  const entry = useStore($keys)[id]
  if (!entry) return null
  return (
    <Dialog title={`Take “${textName(entry)}” off the page`} onClose={closeSheet}>
      <Replacements entry={entry} />
    </Dialog>
  )
}

function Replacements({ entry }: { entry: KeyStatus }) {
  const query = useQuery('', () => calls.keyHistory(entry))
  return (
    <Loaded query={query}>
      {({ versions, built }) => (
        <TakeOff entry={entry} versions={versions} built={built} onDone={closeSheet} />
      )}
    </Loaded>
  )
}
