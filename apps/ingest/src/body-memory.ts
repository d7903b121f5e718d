import { HttpError } from '@tallyhouse/service';

/** Limits the memory of all request bodies, from their first byte until the response. */
export interface BodyMemory {
  open(): HeldBody;
  /** Bytes held now; never over the limit. */
  heldBytes(): number;
  /** How many bodies were refused for lack of memory. */
  refused(): number;
}

export interface HeldBody {
  /** Called at most once, when the body has to make room: drop its bytes and respond with the error. */
  onRefused: (error: HttpError) => void;
  /** Counts received bytes. False when the body is refused, now or earlier. */
  grow(bytes: number): boolean;
  /** The body is complete: from now on it is no longer refused in favour of others. */
  arrived(): void;
  /** Must be called at the end, whatever the outcome. */
  release(): void;
}

/**
 * At the limit, the bodies that have been arriving longest are refused until there is room. A ping arrives within milliseconds, so slow
 * senders, malicious or not, get the 503, and a sender of many half-sent bodies blocks no one else. Only when all bodies have arrived (the
 * log is slow) is the newest refused.
 */
export function createBodyMemory(maxBytes: number): BodyMemory {
  /** Incomplete bodies, oldest first. */
  const arriving = new Set<Body>();
  let heldBytes = 0;
  let refused = 0;

  class Body implements HeldBody {
    onRefused: (error: HttpError) => void = () => {};
    #bytes = 0;
    #over = false;

    constructor() {
      arriving.add(this);
    }

    grow(bytes: number): boolean {
      if (this.#over) return false;
      this.#bytes += bytes;
      heldBytes += bytes;
      while (heldBytes > maxBytes) {
        const [longest = this] = arriving;
        longest.refuse();
      }
      return !this.#over;
    }

    arrived(): void {
      arriving.delete(this);
    }

    refuse(): void {
      refused++;
      this.release();
      this.onRefused(outOfMemory());
    }

    release(): void {
      if (this.#over) return;
      this.#over = true;
      arriving.delete(this);
      heldBytes -= this.#bytes;
    }
  }

  return { open: () => new Body(), heldBytes: () => heldBytes, refused: () => refused };
}

/** The 503 for a refused body. */
export function outOfMemory(): HttpError {
  return new HttpError('unavailable', 'The server is overloaded. Please try again.', {
    headers: { 'Retry-After': '1' },
  });
}
