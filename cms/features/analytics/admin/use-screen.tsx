import { useSearchParams } from 'next/navigation'
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import {
  cleanQuery,
  type DateRange,
  daysRemark,
  type FilterName,
  formatSettings,
  panelTabs,
  parseSettings,
  queryOf,
  type ScreenSettings,
  settingsForReports,
  type TabOf,
  type TabPanel,
  toggleFilter,
  unknownFilters,
} from './settings.ts'

/** A change of the settings. A function gets the settings at the time of the change. */
export type SettingsChange =
  | Partial<ScreenSettings>
  | ((settings: ScreenSettings) => Partial<ScreenSettings>)

export type ScreenState = {
  settings: ScreenSettings
  range: DateRange
  /** The venue's date, `YYYY-MM-DD`. */
  today: string
  /** The venue's date and hour, `YYYY-MM-DDTHH:00`. */
  hour: string
  /** The query of the reports. */
  query: string
  /**
   * Descriptions of the invalid filters that were removed from the URL. Empty after the next change of the settings.
   */
  leftOut: readonly string[]
  /** The remark about corrected days of the URL, until the settings change; null if there is none. */
  remark: string | null
  /** Increased when the numbers have to be requested again. */
  version: number
  refresh: () => void
  /**
   * Changes the settings, and with them the URL. *Back* of the browser undoes the change.
   * @param extra parameters of the URL that are not settings; by default `kept` of `useScreenState`
   */
  change: (change: SettingsChange, extra?: Readonly<Record<string, string>>) => void
  /** Like `change`, but *Back* does not undo it. */
  replace: (change: SettingsChange) => void
  /** Sets a filter, or removes it if it has this value already. */
  toggle: (name: FilterName, value: string) => void
}

const minuteMs = 60_000

const none = {}

/**
 * The range and filters of the screen. The URL contains them, so they can be shared.
 * @param kept parameters of the URL that are not settings, which stay when settings change
 */
export function useScreenState(kept: Readonly<Record<string, string>> = none): ScreenState {
  const search = useSearchParams().toString()
  const hour = useVenueHour()
  const today = hour.slice(0, 10)
  const settings = useMemo(() => parseSettings(new URLSearchParams(search), today), [search, today])
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [remark, setRemark] = useState<string | null>(null)
  useEffect(() => {
    const given = new URLSearchParams(search)
    const unknown = unknownFilters(given)
    if (unknown.length) setLeftOut(unknown)
    const changed = daysRemark(given, today)
    if (changed) setRemark(changed)
    const query = cleanQuery(given, settings)
    // Keeps Next's state. Without it, *Back* would restore the URL of this history entry but not its numbers.
    if (query !== `?${search}`) {
      window.history.replaceState(window.history.state, '', location.pathname + query)
    }
  }, [search, settings, today])
  const [version, setVersion] = useState(0)
  const refresh = useCallback(() => setVersion((count) => count + 1), [])
  const keptText = JSON.stringify(kept)
  const urlAfter = useCallback(
    (changed: SettingsChange, extra?: Readonly<Record<string, string>>): string | null => {
      // Reads the settings from the browser's URL instead of the rendered ones, because two keys may be pressed before
      // the next rendering.
      const current = parseSettings(new URLSearchParams(location.search), today)
      const changes = typeof changed === 'function' ? changed(current) : changed
      const query = new URLSearchParams(formatSettings({ ...current, ...changes }))
      for (const [name, value] of Object.entries(extra ?? JSON.parse(keptText))) {
        query.set(name, String(value))
      }
      const text = query.toString()
      const next = location.pathname + (text && `?${text}`)
      return next === location.pathname + location.search ? null : next
    },
    [keptText, today],
  )
  // After `pushState`, Next updates `useSearchParams` without requesting the page again.
  const change = useCallback(
    (changed: SettingsChange, extra?: Readonly<Record<string, string>>) => {
      const next = urlAfter(changed, extra)
      setLeftOut([])
      setRemark(null)
      if (next !== null) window.history.pushState(null, '', next)
    },
    [urlAfter],
  )
  const replace = useCallback(
    (changed: SettingsChange) => {
      const next = urlAfter(changed)
      if (next !== null) window.history.replaceState(null, '', next)
    },
    [urlAfter],
  )
  const toggle = useCallback(
    (name: FilterName, value: string) =>
      change(({ filters }) => ({ filters: toggleFilter(filters, name, value) })),
    [change],
  )
  return {
    settings,
    today,
    hour,
    leftOut,
    remark,
    version,
    refresh,
    change,
    replace,
    toggle,
    range: settings.range,
    query: queryOf(settings, settingsForReports(settings)),
  }
}

/** The venue's date and hour, kept current while the page is open. */
function useVenueHour(): string {
  const { timeZone, today } = useAdminContext()
  // The first rendering shows midnight, because the server and the browser must render the same text.
  const [hour, setHour] = useState(`${today}T00:00`)
  useEffect(() => {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    } as const)
    const update = () => {
      const parts = Object.fromEntries(
        format.formatToParts(new Date()).map(({ type, value }) => [type, value]),
      )
      setHour(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:00`)
    }
    update()
    const timer = setInterval(update, minuteMs)
    return () => clearInterval(timer)
  }, [timeZone])
  return hour
}

const Context = createContext<ScreenState | null>(null)
export const ScreenProvider = Context.Provider

export function useScreen(): ScreenState {
  const screen = useContext(Context)
  if (!screen) throw new Error('Used outside of the analytics screen.')
  return screen
}

/** The chosen tab of a panel, which the URL contains. @returns the tab, and a function that chooses another one */
export function useTab<Panel extends TabPanel>(
  panel: Panel,
): [tab: TabOf<Panel>, choose: (tab: TabOf<Panel>) => void] {
  const { settings, replace } = useScreen()
  const [first] = panelTabs[panel]
  const choose = (tab: TabOf<Panel>) =>
    replace(({ tabs: { [panel]: _, ...others } }) => ({
      tabs: tab === first ? others : { ...others, [panel]: tab },
    }))
  return [settings.tabs[panel] ?? first, choose]
}
