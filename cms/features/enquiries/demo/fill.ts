import type { PayloadRequest } from 'payload'
export async function fillDemoEnquiries(_req: PayloadRequest): Promise<void> {}
