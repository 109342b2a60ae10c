import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Profile } from '../../../cms/members/profile/contract.ts'
import { slotHours, type TimeSlot, timeSlots } from '../../../cms/members/profile/rules.ts'
import {
  birthdayOf,
  detailFaults,
  faultyDetail,
  type Interest,
  interests,
  longest,
} from '../../../cms/newsletter/rules.ts'
import { type BeerStyle, beerStyles, type VenueArea, venueAreas } from '../../../cms/venue/rules.ts'
import { BirthdayFields } from '../../newsletter/BirthdayFields.tsx'
import { PageToasts } from '../../ui/PageToasts.tsx'
import { attempt, changeProfile } from './run-action.ts'
import { Ticks } from './Ticks.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import { useReady } from '../../ui/form/use-hydrated.ts'
import type { WordsOf } from './texts.ts'

type Props = { profile: Profile; words: WordsOf<'details'> }

const hours = Object.fromEntries(timeSlots.map((slot) => [slot, slotHours[slot].said]))

type Fault = keyof typeof detailFaults

/** Which of them can't be what it should be; the server would refuse all of it. */
function faultIn(form: FormData): Fault | null {
  // Half of one would be dropped without a word, and the whole one that was there with it.
  const half = Boolean(form.get('birthday_day')) !== Boolean(form.get('birthday_month'))
  return faultyDetail(form) ?? (half ? 'birthday' : null)
}

/** What members tell of themselves; all of it is saved at once. */
export function DetailsForm({ profile, words }: Props) {
  const isReady = useReady()
  const [isSaving, busily] = useBusy()
  const [fault, setFault] = useState<Fault | null>(null)
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
    const wrong = faultIn(form)
    // The field is screens away from the button: it is marked first, then gone to.
    flushSync(() => setFault(wrong))
    if (wrong) {
      currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
      return
    }
    void busily(async () => {
      await attempt(() => changeProfile(change), { done: words.saved, failed: words.failed })
    })
  }
  const faultId = (field: Fault) => (fault === field ? 'profile-details-fault' : undefined)
  const said = fault && (
    <p id="profile-details-fault" className="member-fault" role="alert">
      {fault === 'birthday' ? words.birthday_fault : detailFaults[fault]}
    </p>
  )
  const [day, month] = profile.birthday?.split('/') ?? []
  return (
    <form className="newsletter-form" method="post" onSubmit={save}>
      <div className="newsletter-pair">
        <p className="newsletter-field">
          <label htmlFor="profile-name">{words.name_label}</label>
          <input
            id="profile-name"
            name="name"
            autoComplete="name"
            maxLength={longest.name}
            defaultValue={profile.name ?? ''}
          />
        </p>
        <p className="newsletter-field">
          <label htmlFor="profile-phone">{words.phone_label}</label>
          <input
            id="profile-phone"
            name="phone"
            type="tel"
            autoComplete="tel"
            maxLength={longest.phone}
            defaultValue={profile.phone ?? ''}
            aria-invalid={fault === 'phone' || undefined}
            aria-describedby={faultId('phone')}
          />
        </p>
        {fault === 'phone' && said}
        <BirthdayFields
          id="profile"
          day={day}
          month={month}
          faultId={faultId('birthday')}
          birthdayLabel={words.birthday_label}
          birthdayDayLabel={words.birthday_day_label}
          birthdayMonthLabel={words.birthday_month_label}
        />
        {fault === 'birthday' && said}
      </div>
      <Ticks
        name="interests"
        legend={words.interests_label}
        options={interests}
        chosen={profile.interests}
      />
      <Ticks
        name="favourite_areas"
        legend={words.areas_label}
        options={venueAreas}
        chosen={profile.favourite_areas}
      />
      <Ticks
        name="time_slots"
        legend={words.slots_label}
        options={timeSlots}
        chosen={profile.time_slots}
        notes={hours}
      />
      <Ticks
        name="beer_styles"
        legend={words.beers_label}
        options={beerStyles}
        chosen={profile.beer_styles}
      />
      <button
        type="submit"
        className="newsletter-send poster"
        disabled={!isReady}
        aria-disabled={isSaving || undefined}
        data-submitting={isSaving || undefined}
      >
        {isSaving ? words.saving : words.save}
      </button>
      <PageToasts />
    </form>
  )
}
