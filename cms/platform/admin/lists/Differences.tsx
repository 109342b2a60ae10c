'use client'
import { FieldDiffContainer, useTranslation } from '@payloadcms/ui'
import { asWords } from '../../ui/as-words.ts'
import { labelsOf, nameOfChange } from '../forms/field-labels.ts'
import { changedFields } from '../forms/merge-versions.ts'
import { valueText } from '../forms/value-text.ts'
import { useAdminContext } from '../shell/AdminContext.tsx'
import { ChangesTable } from './ChangesTable.tsx'

/** The props that Payload passes to the comparison of a field in two versions. */
type Props = {
  field: { name: string; label?: unknown; fields?: unknown[] }
  comparisonValue: unknown
  versionValue: unknown
  nestingLevel?: number
}

const labelOf = ({ name, label }: Props['field']) =>
  typeof label === 'string' ? label : asWords(name)

/** An amount of money in two versions, with the venue's currency sign. */
export function MoneyDifference({ field, comparisonValue, versionValue, nestingLevel }: Props) {
  const { currencySign } = useAdminContext()
  const { i18n } = useTranslation()
  const text = (value: unknown) => valueText(field.name, value, currencySign) || '–'
  return (
    <FieldDiffContainer
      i18n={i18n}
      label={{ label: labelOf(field) }}
      nestingLevel={nestingLevel ?? 0}
      From={<p className="difference">{text(comparisonValue)}</p>}
      To={<p className="difference">{text(versionValue)}</p>}
    />
  )
}

/** The changed values of a list's rows, each with the name of its row: `Porridge › Price: £4.95, £5.20`. */
export function RowsDifference({ field, comparisonValue, versionValue }: Props) {
  const { currencySign } = useAdminContext()
  const [before, after] = [comparisonValue, versionValue].map((rows) => ({
    [field.name]: rows ?? [],
  })) as [Record<string, unknown>, Record<string, unknown>]
  const changes = changedFields([field.name], { base: before, theirs: before, mine: after })
  const labels = labelsOf([field])
  const text = (path: readonly string[], value: unknown) =>
    valueText(path.at(-1) ?? '', value, currencySign)
  return (
    <ChangesTable
      className="differences"
      caption={labelOf(field)}
      changes={changes.map(({ path, theirs, mine }) => ({
        key: path.join('.'),
        name: nameOfChange(path, { labels, versions: [after, before] }).replace(/^[^›]*› /, ''),
        before: text(path, theirs),
        after: text(path, mine),
      }))}
    />
  )
}
