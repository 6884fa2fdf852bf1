// An error boundary around each page, so that the rest of the console keeps working.
import { Component, type ReactNode } from "react";
import { Fault, Page } from "./parts.tsx";

interface BoundaryProps {
  /** Another page resets the boundary. */
  readonly page: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly error: unknown;
  readonly page: string;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined, page: this.props.page };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps({ page }: BoundaryProps, state: BoundaryState) {
    return page === state.page ? null : { page, error: undefined };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Page title="This page failed">
        <Fault error={this.state.error} />
        <p>Reload the page to try again. The other pages still work.</p>
      </Page>
    );
  }
}
