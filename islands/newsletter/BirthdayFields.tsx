import type { ReactNode } from 'react'
import { birthdayDays, birthdayMonths } from '../../cms/platform/http/texts/field-rules.ts'
import { FormError } from '../ui/form/FormError.tsx'
import { Select } from '../ui/form/Select.tsx'

type Props = {
  /** Prefix of the fields' ids. */
  id: string
  day?: string | undefined
  month?: string | undefined
  /** The error message of the birthday. */
  error?: string | null | undefined
  birthdayLabel: ReactNode
  birthdayDayLabel: ReactNode
  birthdayMonthLabel: ReactNode
}

const optionsTo = (last: number, labelOf: (number: number) => string | number) =>
  Array.from({ length: last }, (_, index) => ({ value: index + 1, label: labelOf(index + 1) }))
// Created once, because creating a formatter is slow and this component is on every page.
const { format: monthName } = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
const days = optionsTo(birthdayDays, Number)
const months = optionsTo(birthdayMonths, (month) => monthName(Date.UTC(2024, month - 1)))

/** Day and month of a birthday, without the year. */
export function BirthdayFields({ id, day = '', month = '', ...props }: Props) {
  const { error } = props
  const errorId = error ? `${id}-birthday-error` : undefined
  const isInvalid = Boolean(error)
  return (
    <fieldset className="form-birthday">
      <legend>{props.birthdayLabel}</legend>
      <Select
        id={`${id}-day`}
        name="birthday_day"
        label={props.birthdayDayLabel}
        autoComplete="bday-day"
        defaultValue={day}
        options={days}
        {...{ isInvalid, errorId }}
      />
      <Select
        id={`${id}-month`}
        name="birthday_month"
        label={props.birthdayMonthLabel}
        autoComplete="bday-month"
        defaultValue={month}
        options={months}
        {...{ isInvalid, errorId }}
      />
      {error && <FormError id={errorId}>{error}</FormError>}
    </fieldset>
  )
}
