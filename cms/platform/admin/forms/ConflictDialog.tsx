'use client'
import { useConfig, useDocumentInfo, useForm } from '@payloadcms/ui'
import { hasDraftsEnabled } from 'payload/shared'
import { Button } from '../../ui/Button.tsx'
import { useAdminContext } from '../shell/AdminContext.tsx'
import { AdminDialog } from '../shell/AdminDialog.tsx'
import { formatMoment } from '../shell/format.ts'
import { labelsOf, nameOfChange } from './field-labels.ts'
import type { Conflict } from './find-failure.ts'
import { type FormValues, storableData } from './kept-forms.ts'
import { type ChangedField, changedFields, isSame, mergeVersions } from './merge-versions.ts'
import { valueText } from './value-text.ts'

type Props = {
  conflict: Conflict
  /** The version of the record on which the changes of both people are based. */
  base: FormValues
  /**
   * Called after the merge. From then on the form is based on the other person's version.
   * @param options.isUnsaved whether the form differs from that version
   */
  onRebased: (options: { isUnsaved: boolean }) => void
  onClose: () => void
}

/**
 * Shows both versions of a record that two people changed, and lets the user choose one. The choice is used for values
 * that both changed. A value that only one of them changed is kept in either case.
 */
export function ConflictDialog({ conflict: { theirs, by }, base, onRebased, onClose }: Props) {
  const { collectionSlug, globalSlug, docConfig } = useDocumentInfo()
  const { getEntityConfig } = useConfig()
  const { timeZone, today } = useAdminContext()
  const { getData, reset, setModified, setSubmitted, submit } = useForm()
  const config = collectionSlug
    ? getEntityConfig({ collectionSlug })
    : getEntityConfig({ globalSlug: globalSlug ?? '' })
  const labels = labelsOf(config?.fields ?? [])
  const names = [...labels.keys()].filter((path) => !path.includes('.'))
  const mine = storableData(getData())
  const changes = changedFields(names, { base, theirs, mine })
  const isChangedByBoth = changes.some(({ changedBy }) => changedBy === 'both')
  const who = by ?? 'Somebody'

  const resolveWith = async (keep: 'mine' | 'theirs') => {
    const merged = mergeVersions(names, { base, theirs, mine, keep })
    await reset(merged)
    setSubmitted(false)
    const isUnsaved = names.some((name) => !isSame(theirs[name], merged[name]))
    onRebased({ isUnsaved })
    onClose()
    if (!isUnsaved) return
    setModified(true)
    // A record with drafts is not saved here: the user chooses between saving a draft and publishing.
    const hasDrafts = docConfig !== undefined && hasDraftsEnabled(docConfig)
    // The form must render the merged fields before it is submitted.
    if (!hasDrafts) setTimeout(() => void submit())
  }
  return (
    <AdminDialog
      title={`${who} has changed this too`}
      look="dialog"
      onClose={onClose}
      footer={
        <>
          {isChangedByBoth ? (
            <Button onClick={() => resolveWith('theirs')}>Use theirs</Button>
          ) : null}
          <Button kind={isChangedByBoth ? 'plain' : 'strong'} onClick={() => resolveWith('mine')}>
            {isChangedByBoth ? 'Keep mine' : 'Save both'}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Decide later
          </Button>
        </>
      }
    >
      <p>
        {who} saved {formatMoment(theirs.updatedAt, timeZone, today)}, while you were writing.
        Nothing of yours is lost, and it is not saved yet.
        {isChangedByBoth
          ? ' Choose whose words stay where you both changed something; everything else is kept.'
          : ' You changed different things: both can be kept.'}
      </p>
      {changes.map((change) => (
        <Sides
          key={change.path.join('.')}
          who={who}
          label={nameOfChange(change.path, { labels, versions: [mine, theirs, base] })}
          change={change}
        />
      ))}
    </AdminDialog>
  )
}

const notes = { them: ' – only they changed it', me: ' – only you changed it', both: '' }

function Sides({ who, label, change }: { who: string; label: string; change: ChangedField }) {
  const { path, theirs, mine, changedBy } = change
  const { currencySign } = useAdminContext()
  const text = (value: unknown) => valueText(path.at(-1) ?? '', value, currencySign) || '–'
  return (
    <section className="form-sides">
      <h3>
        {label}
        {notes[changedBy]}
      </h3>
      <div>
        <p>
          <b>{who}</b>
          <span>{text(theirs)}</span>
        </p>
        <p>
          <b>You</b>
          <span>{text(mine)}</span>
        </p>
      </div>
    </section>
  )
}
