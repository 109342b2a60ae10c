import { type MouseEvent, useEffect, useState } from 'react'
import type { Tap } from '../../cms/features/venue/contract.ts'
import { beerStyles } from '../../cms/features/venue/rules.ts'
import { formatMoney } from '../../cms/platform/ui/money.ts'
import { styleAddress, styleInAddress, type TapLabels } from './rules.ts'

type Props = {
  taps: Tap[]
  /** The styles on tap, in display order. */
  styles: string[]
  style: string | null
  labels: TapLabels
  currency: string
}

/** The tap list. The filter consists of links. With JavaScript, they filter the list without loading a page. */
export function TapList({ taps, styles, style: initial, labels, currency }: Props) {
  const [style, setStyle] = useState(initial)
  useEffect(() => {
    const update = () => setStyle(styleInAddress(location.search, [...beerStyles, ...styles]))
    // The server renders and caches only the filters of `beerStyles`. Other styles are filtered here.
    update()
    addEventListener('popstate', update)
    return () => removeEventListener('popstate', update)
  }, [styles])
  const choose = (event: MouseEvent, chosen: string | null) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    setStyle(chosen)
    history.replaceState(history.state, '', styleAddress(chosen))
  }
  const shown = taps.filter((tap) => !style || tap.style === style)
  const pouring = shown.filter((tap) => tap.status === 'pouring')
  const next = shown.filter((tap) => tap.status === 'next')
  const count = (pouring.length === 1 ? labels.count_one : labels.count_many).replace(
    '{n}',
    String(pouring.length),
  )
  const prices = { labels, currency }
  return (
    <div className="tap-list figures">
      <nav className="styles screen-only" aria-label={labels.filter_label}>
        {[null, ...styles].map((each) => (
          <a
            key={each ?? ''}
            id={`taps-${(each ?? 'all').toLowerCase().replace(/\W+/g, '-')}`}
            href={`${styleAddress(each)}#taps`}
            aria-current={each === style ? 'true' : undefined}
            onClick={(event) => choose(event, each)}
          >
            {each ?? labels.filter_all}
          </a>
        ))}
      </nav>
      <p className="sr" aria-live="polite">
        {count}
      </p>
      {pouring.length > 0 ? (
        <ol>
          {pouring.map((tap) => (
            <TapLine key={tap.id} tap={tap} Heading="h3" {...prices} />
          ))}
        </ol>
      ) : (
        <p className="lead none">{taps.length ? labels.filter_empty : labels.empty}</p>
      )}
      {next.length > 0 && (
        <section className="next">
          <h3 className="poster h3">{labels.next_title}</h3>
          <p>{labels.next_body}</p>
          <ol>
            {next.map((tap) => (
              <TapLine key={tap.id} tap={tap} Heading="h4" {...prices} />
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

type LineProps = { tap: Tap; Heading: 'h3' | 'h4' } & Pick<Props, 'labels' | 'currency'>

function TapLine({ tap, Heading, labels, currency }: LineProps) {
  const marks = [tap.vegan && labels.vegan_label, tap.glutenFree && labels.gluten_free_label]
  return (
    <li className="tap">
      {tap.number !== null && (
        <span className="poster number">
          <span className="sr">{labels.tap_label} </span>
          {tap.number}
        </span>
      )}
      <div className="what">
        <Heading className="poster h3">{tap.name}</Heading>
        <p className="note">
          {tap.brewery}
          {tap.place && `, ${tap.place}`}
        </p>
      </div>
      <p className="about">
        {tap.notes} {marks.some(Boolean) && <b>{marks.filter(Boolean).join(', ')}.</b>}
      </p>
      <p className="style">
        <b>{tap.style}</b>{' '}
        <span>
          {tap.abv}%<span className="sr"> {labels.abv_label}</span>
        </span>
      </p>
      <p className="cost">
        <span>
          <small>{labels.half_label}</small> {formatMoney(tap.halfCents, currency)}
        </span>
        {tap.pintCents !== null && (
          <span>
            <small>{labels.pint_label}</small> {formatMoney(tap.pintCents, currency)}
          </span>
        )}
      </p>
    </li>
  )
}
