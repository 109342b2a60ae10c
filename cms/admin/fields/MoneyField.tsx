'use client'
import { TextInput, useField } from '@payloadcms/ui'
import type { NumberFieldClientComponent } from 'payload'
import { useCallback, useState } from 'react'
import { useAdminContext } from '../shell/AdminContext.tsx'
import { formatAmount, moneyError, parseMoney } from '../shell/money.ts'

const written = (value: unknown) => (typeof value === 'number' ? formatAmount(value) : '')

/** Takes and shows money as a person writes it; what is kept are whole pence (cents). */
export const MoneyField: NumberFieldClientComponent = ({ field, path, readOnly }) => {
  const { label, required, min, max, admin } = field
  const house = useAdminContext()
  const validate = useCallback(
    (value: unknown) => moneyError(value, { min, max, required }) ?? true,
    [min, max, required],
  )
  const { value, setValue, showError, disabled } = useField<number | string | null>({
    path,
    validate,
  })
  // What was typed stays as it was typed until the field is left.
  const [typed, setTyped] = useState<string | null>(null)
  const type = (text: string) => {
    setTyped(text)
    const cents = parseMoney(text)
    // What can't be read is kept as it is, so that it is refused by name and not lost.
    setValue(cents === undefined ? text : cents)
  }
  const shown = typed ?? (typeof value === 'string' ? value : written(value))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the field inside it being left
    <div
      className="money-field"
      style={admin?.width ? { width: admin.width } : undefined}
      onBlur={() => setTyped(null)}
    >
      <TextInput
        path={path}
        label={label}
        required={required ?? false}
        readOnly={Boolean(readOnly || disabled)}
        showError={showError}
        value={shown}
        placeholder="4.95"
        description={admin?.description as string}
        BeforeInput={<span className="money-field__sign">{house.currencySign}</span>}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => type(event.target.value)}
      />
    </div>
  )
}
