import type { ReportTable } from '../reports/rules.ts'
import type { RawTable } from '../rules.ts'

type Props = { table: ReportTable | RawTable; query: string; title: string; text?: string }

/** A link that downloads a table. @param props.query the query of the reports, without its question mark */
export const CsvLink = ({ table, query, title, text = 'CSV' }: Props) => (
  <a
    className="analytics-csv"
    href={`/api/analytics/csv/${table}?${query}`}
    download
    aria-label={`Download ${title} as CSV`}
  >
    {text}
  </a>
)
