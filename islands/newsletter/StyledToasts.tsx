import { adoptStyles } from '../lib/adopt-styles.ts'
import { PageToasts } from '../ui/PageToasts.tsx'
import toastStyles from '../ui/page-toasts.css?inline'

adoptStyles(toastStyles)

export default PageToasts
