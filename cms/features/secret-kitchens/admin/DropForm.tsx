'use client'
import { type FormEvent, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { areaName } from '../../venue/names.ts'
import { venueAreas } from '../../venue/rules.ts'
import { allergens, limits } from '../rules.ts'
import type { Board } from '../staff/board.ts'

type Props = { chosen: Board['chosen'] } & Pick<Board, 'pictures' | 'moments' | 'currency'>

const failed = 'The picture didn’t arrive. Please try again.'
const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/** The form of a drop. Times are on the venue’s clock. */
export function DropForm({ chosen, pictures, moments, currency }: Props) {
  const drop = chosen?.drop
  const { isBusy, problem, setProblem, call } = useCall()
  const [picture, setPicture] = useState(drop?.picture ?? null)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const number = (name: string) => Number(form.get(name))
    const slots = textOf(form, 'slots')
      .split(/[\s,]+/)
      .filter(Boolean)
    await call<{ drop: number }>(
      'secret-kitchen-list/save',
      {
        ...{ id: drop?.id ?? null, version: drop?.version ?? null, picture, slots },
        ...{ title: textOf(form, 'title'), kitchen: textOf(form, 'kitchen') },
        ...{ story: textOf(form, 'story'), after_text: textOf(form, 'after_text') },
        ...{ allergens: form.getAll('allergens'), allergen_note: textOf(form, 'allergen_note') },
        ...{ area: textOf(form, 'area'), day: textOf(form, 'day'), opens: textOf(form, 'opens') },
        ...{ last_minutes: number('last_minutes'), portions: number('portions') },
        ...{ each: number('each'), price_cents: Math.round(number('price') * 100) },
        ...{ audience: form.has('tells') ? 'bell' : 'nobody', linked: form.has('linked') },
        moments: form.getAll('moments').map(Number),
      },
      { done: 'Saved.', next: ({ drop: id }) => `/cms/secret-kitchens?drop=${id}` },
    )
  }
  return (
    <form className="drops__form" onSubmit={(event) => void save(event)}>
      <Field label="Title">
        <input name="title" required maxLength={limits.titleLength} defaultValue={drop?.title} />
      </Field>
      <Field label="Who cooks">
        <input
          name="kitchen"
          required
          maxLength={limits.kitchenLength}
          defaultValue={drop?.kitchen}
        />
      </Field>
      <Field label="Story" isWide>
        <textarea name="story" rows={5} maxLength={limits.storyLength} defaultValue={drop?.story} />
      </Field>
      <Picture {...{ picture, setPicture, pictures, setProblem }} />
      <fieldset className="drops__wide drops__boxes">
        <legend>Contains</legend>
        {allergens.map((each) => (
          <label key={each}>
            <input
              type="checkbox"
              name="allergens"
              value={each}
              defaultChecked={drop?.allergens.includes(each)}
            />{' '}
            {each}
          </label>
        ))}
      </fieldset>
      <Field label="More about what is in it" isWide>
        <input
          name="allergen_note"
          maxLength={limits.noteLength}
          defaultValue={drop?.allergenNote ?? ''}
        />
      </Field>
      <Field label="Portions">
        <input
          name="portions"
          type="number"
          required
          min={Math.max(1, drop?.taken ?? 1)}
          max={limits.portions}
          defaultValue={drop?.portions ?? 40}
        />
      </Field>
      <Field label="At most for one claim">
        <input
          name="each"
          type="number"
          required
          min={1}
          max={limits.each}
          defaultValue={drop?.each ?? 1}
        />
      </Field>
      <Field label={`Price of a portion, in ${currency}`}>
        <input
          name="price"
          type="number"
          required
          min={0}
          max={limits.priceCents / 100}
          step="0.01"
          defaultValue={drop ? (drop.priceCents / 100).toFixed(2) : '12.00'}
        />
      </Field>
      <Field label="Opens">
        <input name="opens" type="datetime-local" required defaultValue={chosen?.opens} />
      </Field>
      <Field label="Collected on">
        <input name="day" type="date" required defaultValue={drop?.day} />
      </Field>
      <Field label="At these times, such as 19:00, 19:30">
        <input name="slots" required defaultValue={drop?.slots.join(', ')} />
      </Field>
      <Field label="The last of them lasts, in minutes">
        <input
          name="last_minutes"
          type="number"
          required
          min={5}
          max={240}
          defaultValue={chosen?.lastMinutes ?? 30}
        />
      </Field>
      <Field label="Where">
        <select name="area" defaultValue={drop?.area ?? 'Kitchens'}>
          {venueAreas.map((area) => (
            <option key={area} value={area}>
              {areaName(area)}
            </option>
          ))}
        </select>
      </Field>
      <fieldset className="drops__wide drops__boxes">
        <legend>Who hears of it</legend>
        <label>
          <input type="checkbox" name="tells" defaultChecked={drop?.audience !== 'nobody'} /> Those
          who rang the bell for every drop, when it is announced
        </label>
        <label>
          <input type="checkbox" name="linked" defaultChecked={drop?.isLinked} /> Also who reads the
          page of the kitchens
        </label>
      </fieldset>
      <Field label="What it was, shown afterwards" isWide>
        <textarea
          name="after_text"
          rows={3}
          maxLength={limits.storyLength}
          defaultValue={drop?.afterText ?? ''}
        />
      </Field>
      {moments.length ? (
        <fieldset className="drops__wide drops__boxes">
          <legend>Moments of members, shown afterwards</legend>
          {moments.map(({ id, caption, alt }) => (
            <label key={id}>
              <input
                type="checkbox"
                name="moments"
                value={id}
                defaultChecked={drop?.moments.includes(id)}
              />{' '}
              {caption || alt}
            </label>
          ))}
        </fieldset>
      ) : null}
      {problem ? (
        <p role="alert" className="drops__wide">
          {problem}
        </p>
      ) : null}
      <p className="drops__wide">
        <button
          type="submit"
          className="ui-button"
          data-kind="strong"
          aria-disabled={isBusy || undefined}
        >
          {isBusy ? 'One moment …' : 'Save'}
        </button>
      </p>
    </form>
  )
}

const Field = ({
  label,
  isWide = false,
  children,
}: {
  label: string
  isWide?: boolean
  children: React.ReactNode
}) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label className={isWide ? 'drops__wide' : undefined}>
    <span>{label}</span>
    {children}
  </label>
)

type PictureProps = {
  picture: number | null
  setPicture: (picture: number | null) => void
  pictures: Board['pictures']
  setProblem: (problem: string | null) => void
}

/** Chooses one of the newest pictures, or sends one from this device. */
function Picture({ picture, setPicture, pictures, setProblem }: PictureProps) {
  const [isSending, setSending] = useState(false)
  const [alt, setAlt] = useState('')
  const shown = pictures.find(({ id }) => id === picture)
  const send = async (file: File | undefined) => {
    if (!file || isSending) return
    setSending(true)
    setProblem(null)
    try {
      const query = new URLSearchParams({ alt })
      const response = await fetch(`/api/secret-kitchen-list/picture?${query}`, {
        method: 'POST',
        headers: { 'content-type': file.type },
        body: file,
      })
      const reply = (await response.json()) as { picture?: number; message?: string }
      if (reply.picture) setPicture(reply.picture)
      else setProblem(reply.message ?? failed)
    } catch {
      setProblem(failed)
    } finally {
      setSending(false)
    }
  }
  return (
    <fieldset className="drops__wide drops__picture">
      <legend>Picture</legend>
      {/* biome-ignore lint/performance/noImgElement: the files have their final sizes */}
      {shown ? <img src={shown.url} alt={shown.alt} /> : null}
      <label>
        <span>One that is there</span>
        <select
          value={picture ?? ''}
          onChange={({ target }) => setPicture(target.value ? Number(target.value) : null)}
        >
          <option value="">None</option>
          {picture && !shown ? <option value={picture}>The chosen one</option> : null}
          {pictures.map((each) => (
            <option key={each.id} value={each.id}>
              {each.alt}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Or a new one: what it shows, in words</span>
        <input value={alt} maxLength={300} onChange={({ target }) => setAlt(target.value)} />
      </label>
      <label>
        <span>{isSending ? 'It’s on its way …' : 'And the picture'}</span>
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          disabled={!alt.trim()}
          onChange={({ target }) => void send(target.files?.[0])}
        />
      </label>
    </fieldset>
  )
}
