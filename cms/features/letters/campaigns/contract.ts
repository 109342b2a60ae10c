/**
 * What visits of a campaign did, while they are counted and afterwards. `small`: so few people got it that the visits are
 * not shown.
 */
export type TimedVisits = {
  id: number
  updatedAt: string
  /** ISO 8601; `until` is null while the letter or nudge is being sent. */
  from: string
  until: string | null
  /** Whether `until` has passed, so that no more visits are counted. */
  isOver: boolean
  found: CampaignVisits | { kind: 'small' }
}

/**
 * What the visits of a `CampaignQuery` did until the end of its period; bots are not counted. `none`: there were no
 * visits. `few`: there were fewer than five visitors, so the numbers are withheld. `deleted`: the individual visits are
 * no longer stored, because they are kept only for the time `keptFor`, for example `13 months`. `path` leads to the
 * campaign in the admin's analytics.
 */
export type CampaignVisits =
  | { kind: 'none' | 'few' }
  | { kind: 'deleted'; keptFor: string; path: string }
  | {
      kind: 'counted'
      visits: number
      views: number
      /** The most viewed pages, without those that fewer than five visitors viewed. */
      pages: { page: string; title: string | null; views: number; visits: number }[]
      actions:
        | { kind: 'deleted'; keptFor: string }
        /** `visits`: the visits with this action; null if only one to four visitors did it. */
        | { kind: 'counted'; rows: { name: string; visits: number | null }[] }
      /**
       * How many of the visitors reserved something after their visit, and how many came in at the door. Only members who
       * agreed to be counted are known again; a number is null if there are one to four. All is null until the time of the last
       * visit is over: a number that grows just after somebody came in would tell that they clicked.
       */
      afterwards: { reserved: number | null; came: number | null } | null
      path: string
    }
