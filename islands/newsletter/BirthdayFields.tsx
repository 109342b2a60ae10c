import type { ReactNode } from 'react'
import { birthdayDays, birthdayMonths } from '../../cms/newsletter/rules.ts'

type Props = {
  /** What the fields' ids begin with. */
  id: string
  day?: string | undefined
  month?: string | undefined
  isFaulty?: boolean
  /** What says why it can't be one, by its id. */
  faultId?: string | undefined
  birthdayLabel: ReactNode
  birthdayDayLabel: ReactNode
  birthdayMonthLabel: ReactNode
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
// Once: making a format takes longer than all that is done with it, and this is on every page.
const { format: monthName } = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
const days = numbersTo(birthdayDays)
const months = numbersTo(birthdayMonths).map((month) => monthName(Date.UTC(2024, month - 1)))

/** A day of the year: nobody is asked how old they are. */
export function BirthdayFields({
  id,
  day = '',
  month = '',
  faultId,
  isFaulty = faultId !== undefined,
  ...labels
}: Props) {
  const told = { 'aria-invalid': isFaulty || undefined, 'aria-describedby': faultId }
  return (
    <fieldset className="newsletter-birthday">
      <legend>{labels.birthdayLabel}</legend>
      <label className="sr" htmlFor={`${id}-day`}>
        {labels.birthdayDayLabel}
      </label>
      <select
        id={`${id}-day`}
        name="birthday_day"
        autoComplete="bday-day"
        defaultValue={day}
        {...told}
      >
        <option value="">–</option>
        {days.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <label className="sr" htmlFor={`${id}-month`}>
        {labels.birthdayMonthLabel}
      </label>
      <select
        id={`${id}-month`}
        name="birthday_month"
        autoComplete="bday-month"
        defaultValue={month}
        {...told}
      >
        <option value="">–</option>
        {months.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </select>
    </fieldset>
  )
}
