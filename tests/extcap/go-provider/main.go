// A small provider for the tests: one resource whose values a capture can be searched for.
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

const address = "registry.terraform.io/example/dump"

type dumpProvider struct{}

func (dumpProvider) Metadata(_ context.Context, _ provider.MetadataRequest, r *provider.MetadataResponse) {
	r.TypeName = "dump"
	r.Version = "1.0.0"
}
func (dumpProvider) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}
func (dumpProvider) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}
func (dumpProvider) DataSources(context.Context) []func() datasource.DataSource { return nil }
func (dumpProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return note{} }}
}

// note is kept by core alone; DUMP_DELAY slows its creation down, DUMP_CRASH ends the process in it.
type note struct{}

type noteModel struct {
	ID   types.String `tfsdk:"id"`
	Text types.String `tfsdk:"text"`
}

func (note) Metadata(_ context.Context, _ resource.MetadataRequest, r *resource.MetadataResponse) {
	r.TypeName = "dump_note"
}

func (note) Schema(_ context.Context, _ resource.SchemaRequest, r *resource.SchemaResponse) {
	r.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"id": schema.StringAttribute{Computed: true, PlanModifiers: []planmodifier.String{
			stringplanmodifier.UseStateForUnknown()}},
		"text": schema.StringAttribute{Required: true},
	}}
}

func (note) Create(ctx context.Context, q resource.CreateRequest, r *resource.CreateResponse) {
	var m noteModel
	r.Diagnostics.Append(q.Plan.Get(ctx, &m)...)
	if os.Getenv("DUMP_CRASH") != "" {
		os.Exit(3)
	}
	if d, err := time.ParseDuration(os.Getenv("DUMP_DELAY")); err == nil {
		select {
		case <-time.After(d):
		case <-ctx.Done():
			r.Diagnostics.AddError("stopped", "creation was stopped")
			return
		}
	}
	m.ID = types.StringValue("note-" + m.Text.ValueString())
	r.Diagnostics.Append(r.State.Set(ctx, &m)...)
}

func (note) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (note) Update(ctx context.Context, q resource.UpdateRequest, r *resource.UpdateResponse) {
	var m noteModel
	r.Diagnostics.Append(q.Plan.Get(ctx, &m)...)
	r.Diagnostics.Append(r.State.Set(ctx, &m)...)
}

func (note) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

func main() {
	debug := flag.Bool("debug", false, "start for a debugger, and print TF_REATTACH_PROVIDERS")
	flag.Parse()
	err := providerserver.Serve(context.Background(),
		func() provider.Provider { return dumpProvider{} },
		providerserver.ServeOpts{Address: address, Debug: *debug})
	if err != nil {
		log.Fatal(err)
	}
}
