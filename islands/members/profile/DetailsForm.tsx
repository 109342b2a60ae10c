import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { detailFaults } from '../../../cms/http/field-rules.ts'
import type { Profile } from '../../../cms/members/profile/contract.ts'
import { slotHours, type TimeSlot, timeSlots } from '../../../cms/members/profile/rules.ts'
import {
  birthdayOf,
  faultyDetail,
  type Interest,
  interests,
  longest,
} from '../../../cms/newsletter/rules.ts'
import { type BeerStyle, beerStyles, type VenueArea, venueAreas } from '../../../cms/venue/rules.ts'
import { BirthdayFields } from '../../newsletter/BirthdayFields.tsx'
import { CheckboxGroup } from '../../ui/form/CheckboxGroup.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormError } from '../../ui/form/FormError.tsx'
import { Submit } from '../../ui/form/Submit.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import { useHydrated } from '../../ui/form/use-hydrated.ts'
import { PageToasts } from '../../ui/PageToasts.tsx'
import { changeProfile } from '../calls.ts'
import { runAction } from './run-action.ts'
import type { TextsOf } from './texts.ts'

type Props = { profile: Profile; texts: TextsOf<'details'> }

/** The hours beside each time slot. */
const notes = Object.fromEntries(timeSlots.map((slot) => [slot, slotHours[slot].said]))

type InvalidDetail = keyof typeof detailFaults

/** The first detail the server would refuse, null where there is none. */
function findInvalid(form: FormData): InvalidDetail | null {
  // A day without its month would delete the saved birthday.
  const isHalf = Boolean(form.get('birthday_day')) !== Boolean(form.get('birthday_month'))
  return faultyDetail(form) ?? (isHalf ? 'birthday' : null)
}

/** A member's own details, saved together. */
export function DetailsForm({ profile, texts }: Props) {
  const isHydrated = useHydrated()
  const [isSaving, run] = useBusy()
  const [invalid, setInvalid] = useState<InvalidDetail | null>(null)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSaving) return
    const { currentTarget } = event
    const form = new FormData(currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim() || null
    const change = {
      name: text('name'),
      phone: text('phone'),
      birthday: birthdayOf(form),
      interests: form.getAll('interests') as Interest[],
      favourite_areas: form.getAll('favourite_areas') as VenueArea[],
      time_slots: form.getAll('time_slots') as TimeSlot[],
      beer_styles: form.getAll('beer_styles') as BeerStyle[],
    }
    const found = findInvalid(form)
    // The field is far from the button; it can be focused once it is marked.
    flushSync(() => setInvalid(found))
    if (found) return currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    void run(async () => {
      await runAction(() => changeProfile(change), { done: texts.saved, failed: texts.failed })
    })
  }
  const [day, month] = profile.birthday?.split('/') ?? []
  const birthdayErrorId = invalid === 'birthday' ? 'profile-birthday-error' : undefined
  const groups = [
    ['interests', texts.interests_label, interests],
    ['favourite_areas', texts.areas_label, venueAreas],
    ['time_slots', texts.slots_label, timeSlots],
    ['beer_styles', texts.beers_label, beerStyles],
  ] as const
  return (
    <form className="form" method="post" onSubmit={save}>
      <div className="form-pair">
        <Field
          id="profile-name"
          name="name"
          label={texts.name_label}
          autoComplete="name"
          maxLength={longest.name}
          defaultValue={profile.name ?? ''}
        />
        <Field
          id="profile-phone"
          name="phone"
          label={texts.phone_label}
          type="tel"
          autoComplete="tel"
          maxLength={longest.phone}
          defaultValue={profile.phone ?? ''}
          error={invalid === 'phone' ? detailFaults.phone : null}
        />
        <BirthdayFields
          id="profile"
          day={day}
          month={month}
          errorId={birthdayErrorId}
          birthdayLabel={texts.birthday_label}
          birthdayDayLabel={texts.birthday_day_label}
          birthdayMonthLabel={texts.birthday_month_label}
        />
        {birthdayErrorId && <FormError id={birthdayErrorId}>{texts.birthday_fault}</FormError>}
      </div>
      {groups.map(([name, legend, options]) => (
        <CheckboxGroup
          key={name}
          id={`profile-${name}`}
          {...{ name, legend, options, notes }}
          chosen={profile[name]}
        />
      ))}
      <Submit disabled={!isHydrated} isBusy={isSaving}>
        {isSaving ? texts.saving : texts.save}
      </Submit>
      <PageToasts />
    </form>
  )
}
